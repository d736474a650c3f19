import { type CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { type Services } from '../provider-services.ts';
import { answerSuccess } from './answer.ts';
import { authorize } from './authorize.ts';
import { type CallContext, type Handler } from './call-context.ts';
import { pickLanguage } from './pick-language.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { validateInput } from './validate-input.ts';

export interface Call {
  definition: CallDefinition;
  /** Missing while a call is not built. */
  handle: Handler<CallDefinition> | undefined;
}

export interface Caller {
  request: Request;
  /** The query string, from the address or from the router's header. */
  search: string;
  clientAddress: string;
  requestId: string;
}

/** Runs the checks in their one order (path and method were the first): content type and size, session, input, idempotency key, rules. */
export async function serveCall(services: Services, { definition, handle }: Call, caller: Caller): Promise<Response> {
  const { headers } = caller.request;
  const bytes = definition.method === 'POST' ? await readBody(caller.request) : new Uint8Array();
  const session = await authorize(services, definition.auth, headers.get('authorization'));
  const { query, body } = validateInput(definition, caller.search, bytes);
  const idempotencyKey = definition.idempotent ? readIdempotencyKey(headers.get('idempotency-key')) : null;
  if (handle === undefined) throw new Refusal('NOT_IMPLEMENTED');
  const language = pickLanguage(headers.get('accept-language'));
  // The contract's own schemas have just made these values; TypeScript cannot follow a schema picked at run time.
  const context = { services, query, body, session, language, clientAddress: caller.clientAddress, idempotencyKey };
  const data = await handle(context as CallContext<CallDefinition>);
  const isShared = definition.method === 'GET' && session === null && definition.path !== '/account/nonce';
  return answerSuccess(data, caller.requestId, isShared ? 'shared' : 'private');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readIdempotencyKey(header: string | null): string {
  if (header === null || !UUID.test(header)) {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { 'Idempotency-Key': header === null ? 'REQUIRED' : 'FORMAT' } } });
  }
  return header.toLowerCase();
}
