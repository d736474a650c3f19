import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { ProcessServices, Services } from '../provider-services.ts';
import { answerSuccess } from './answer.ts';
import type { FindSession, Session } from '../session.ts';
import type { Admission, Rank } from './admission.ts';
import { authorize } from './authorize.ts';
import type { CallContext, Handler } from './call-context.ts';
import { clientKey } from './client-key.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import type { FlightLimiter } from './limit-flights.ts';
import { readIdempotencyKey } from './idempotency/read-idempotency-key.ts';
import { pickLanguage } from './pick-language.ts';
import { underTerms } from '../terms/under-terms.ts';
import { readBody } from './read-body.ts';
import { validateInput } from './validate-input.ts';

export interface Call {
  definition: CallDefinition;
  handle: Handler<CallDefinition>;
}

/** Turns per client and per member, and for all who aren't members, so that none can take a process's whole capacity. */
export interface Turns {
  ofClient: FlightLimiter;
  ofMember: FlightLimiter;
  admit: Admission;
}

/** A process's means of serving calls. */
export interface Serving {
  services: ProcessServices;
  turns: Turns;
  findSession: FindSession;
}

export interface Caller {
  request: Request;
  /** The query string, from the address or the router's header. */
  search: string;
  /** Null for the site's own reads, which belong to no client. */
  clientAddress: string | null;
  requestId: string;
}

/** Runs the checks in their fixed order (path and method came first): content type and size, session, input, idempotency key, rules. */
export async function serveCall(serving: Serving, call: Call, caller: Caller): Promise<Response> {
  const { request, clientAddress } = caller;
  // Before the turn, which a slow body would hold.
  const bytes = call.definition.method === 'POST' ? await readBody(request) : new Uint8Array();
  const rank = rankOf(call.definition, caller);
  const serve = (): Promise<Response> => {
    // Who sends a token shows whose it is before being served as a member.
    const serveNow = (): Promise<Response> => serveInTurn(serving, call, caller, bytes);
    return rank === 'MEMBER' ? serveNow() : serving.turns.admit(rank, serveNow);
  };
  return clientAddress === null ? serve() : serving.turns.ofClient(clientKey(clientAddress), serve);
}

async function serveInTurn(
  { services: process, turns, findSession }: Serving,
  { definition, handle }: Call,
  { request: { headers }, search, clientAddress, requestId }: Caller,
  bytes: Uint8Array,
): Promise<Response> {
  const [session, services] = await Promise.all([
    authorize((token) => findSession(process, token), definition, headers.get('authorization')),
    underTerms(process),
  ]);
  const { query, body } = validateInput(definition, search, bytes);
  const language = pickLanguage(headers.get('accept-language'));
  // The contract's own schemas have just produced these values; TypeScript can't follow a schema picked at run time.
  const given = { services, query, body, session, language, client: clientAddress === null ? 'site' : clientKey(clientAddress) };
  const work = (): Promise<unknown> => run(definition, handle, given, headers.get('idempotency-key'));
  const data = await (session === null ? work() : turns.admit('MEMBER', () => turns.ofMember(session.member.id, work)));
  const isShared = definition.method === 'GET' && session === null && definition.path !== '/account/nonce';
  return answerSuccess(data, requestId, isShared ? 'shared' : 'private');
}

/** The site reads for all who look at its pages. */
function rankOf({ auth, path }: CallDefinition, { request, clientAddress }: Caller): Rank {
  if (clientAddress === null || auth === 'session' || (auth === 'optional' && request.headers.has('authorization'))) return 'MEMBER';
  return path.startsWith('/account/') ? 'SIGN_IN' : 'ANYBODY';
}

type Given = { services: Services; session: Session | null } & Record<'query' | 'body' | 'language' | 'client', unknown>;

async function run(definition: CallDefinition, handle: Call['handle'], given: Given, keyHeader: string | null): Promise<unknown> {
  const withKey = (idempotencyKey: string | null) => ({ ...given, idempotencyKey }) as CallContext<CallDefinition>;
  if (typeof handle === 'object') handle.validate(withKey(null));
  const key = definition.idempotent ? readIdempotencyKey(keyHeader) : null;
  if (typeof handle === 'function') return handle(withKey(key));
  if (key === null || given.session === null) throw new Error(`${definition.path} moves value without a key or a member`);
  return answerOnce({
    services: given.services,
    definition,
    handler: handle,
    context: withKey(key),
    memberId: given.session.member.id,
    key,
  });
}
