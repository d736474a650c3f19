import type { BodyOf, CallDefinition, DataOf, QueryOf } from '../../src/lib/api/contract/define-call.ts';
import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import type { Services } from '../provider-services.ts';
import type { Session } from '../session.ts';
import type { OnceHandler } from './idempotency/handle-once.ts';

/** A handler's arguments, once the pipeline has passed every check. */
export interface CallContext<Definition extends CallDefinition> {
  services: Services;
  query: QueryOf<Definition>;
  body: BodyOf<Definition>;
  session: SessionOf<Definition['auth']>;
  language: LanguageCode;
  /** What counts as one client, by `clientKey`; limits never see an address. */
  client: string;
  /** A validated UUID; present on calls that move value. */
  idempotencyKey: Definition['idempotent'] extends true ? string : null;
}

/** A function, or for a call that moves value the result of `handleOnce`. */
export type Handler<Definition extends CallDefinition> = HandlerOf<Definition, Definition['idempotent']>;

type HandlerOf<Definition extends CallDefinition, Idempotent> = Idempotent extends true
  ? OnceHandler<Definition>
  : (context: CallContext<Definition>) => Promise<DataOf<Definition>>;

type SessionOf<Auth> = Auth extends 'session' ? Session : Auth extends 'optional' ? Session | null : null;
