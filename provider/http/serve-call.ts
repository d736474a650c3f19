import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { ProcessServices, Services } from '../provider-services.ts';
import type { FindSession, Session } from '../session.ts';
import { underTerms } from '../terms/terms-book.ts';
import { answerOnce, readIdempotencyKey } from './answer-once.ts';
import { answerSuccess, pickLanguage } from './answer.ts';
import { clientKey } from './client-address.ts';
import type { CallContext, Handler } from './handler.ts';
import { readBody, validateInput } from './read-input.ts';
import { Refusal } from './refusal.ts';
import type { Admission, Aside, FlightLimiter, Rank } from './turns.ts';

interface Call {
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
    const serveNow = (services: ProcessServices): Promise<Response> => serveInTurn({ ...serving, services }, call, caller, bytes);
    const { services, turns } = serving;
    return rank === 'MEMBER' ? serveNow(services) : turns.admit(rank, (aside) => serveNow(waitingAside(services, aside)));
  };
  return clientAddress === null ? serve() : serving.turns.ofClient(clientKey(clientAddress), serve);
}

/**
 * What costs nothing here is waited for beside the turn. Else a dozen clients that ask for a slowed address, or a node that doesn't answer,
 * would hold the turns of all who have no session. What a node has to compute keeps its turn.
 */
function waitingAside(services: ProcessServices, aside: Aside): ProcessServices {
  const { pause, chain } = services;
  return {
    ...services,
    pause: (ms) => aside(() => pause(ms)),
    chain: {
      ...chain,
      getCode: (address) => aside(() => chain.getCode(address)),
      getLatestBlock: () => aside(() => chain.getLatestBlock()),
    },
  };
}

async function serveInTurn(
  { services: process, turns, findSession }: Serving,
  { definition, handle }: Call,
  { request: { headers }, search, clientAddress, requestId }: Caller,
  bytes: Uint8Array,
): Promise<Response> {
  const language = pickLanguage(headers.get('accept-language'));
  const [session, services] = await Promise.all([
    authorize((token) => findSession(process, token), definition, headers.get('authorization')),
    underTerms(process, language),
  ]);
  const { query, body } = validateInput(definition, search, bytes);
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

/** Our tokens are 43 characters of base64url; anything else needs no database query. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/**
 * Identifies the caller. A public call ignores tokens, since signing in must work while an old one is still sent. Where a token is
 * optional, a bad one is refused rather than ignored, so that the app learns that its session is over. A login link's token is accepted
 * only by calls that allow it.
 */
export async function authorize(
  findSession: (token: string) => ReturnType<FindSession>,
  { auth, takesLink = false }: Pick<CallDefinition, 'auth' | 'takesLink'>,
  header: string | null,
): Promise<Session | null> {
  if (auth === 'public') return null;
  if (header === null && auth === 'optional') return null;
  const token = BEARER.exec(header ?? '')?.[1];
  const found = token === undefined ? null : await findSession(token);
  if (token === undefined || found === null || (found.kind === 'LINK' && !takesLink)) {
    throw new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } });
  }
  if (found.member.blockedAt !== null) throw new Refusal('MEMBER_BLOCKED');
  return { token, ...found };
}

export interface RouteTable {
  /** The call for a method and a path, or a refusal: 404 for an unknown path, 405 for a method the path doesn't support. */
  find(method: string, path: string): Call;
  methodsOf(path: string): readonly string[];
}

export function createRouteTable(
  definitions: Readonly<Record<string, CallDefinition>>,
  handlerOf: (name: string) => Handler<CallDefinition>,
): RouteTable {
  const byPath = new Map<string, Map<string, Call>>();
  for (const [name, definition] of Object.entries(definitions)) {
    const byMethod = byPath.get(definition.path) ?? new Map<string, Call>();
    if (byMethod.has(definition.method)) throw new Error(`two calls are ${definition.method} ${definition.path}`);
    byMethod.set(definition.method, { definition, handle: handlerOf(name) });
    byPath.set(definition.path, byMethod);
  }
  const methodsOf = (path: string): string[] =>
    [...(byPath.get(path)?.keys() ?? [])].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    methodsOf,
    find(method, path) {
      const byMethod = byPath.get(path);
      if (byMethod === undefined) throw new Refusal('NOT_FOUND');
      const call = byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (call === undefined) throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: methodsOf(path).join(', ') } });
      return call;
    },
  };
}

/** The call that router mode puts into headers: `X-Api-Call: GET /staking/info`, with the query percent-encoded in `X-Api-Query`. */
export function readRoutedCall(headers: Headers): { method: string; path: string; search: string } {
  const [, method, path] = /^([A-Z]{1,10}) (\/[^\s?#]{0,200})$/.exec(headers.get('x-api-call') ?? '') ?? [];
  if (method === undefined || path === undefined) throw new Refusal('NOT_FOUND');
  return { method, path, search: headers.get('x-api-query') ?? '' };
}
