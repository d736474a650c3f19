import { type BodyOf, type CallDefinition, type DataOf, type QueryOf } from '../../src/lib/api/contract/define-call.ts';
import { type LanguageCode } from '../../src/lib/i18n/languages.ts';
import { type Services } from '../provider-services.ts';
import { type Session } from './authorize.ts';
import { type OnceHandler } from './idempotency/handle-once.ts';

/** What a handler is called with, once every check of the pipeline has passed. */
export interface CallContext<Definition extends CallDefinition> {
  services: Services;
  query: QueryOf<Definition>;
  body: BodyOf<Definition>;
  session: SessionOf<Definition['auth']>;
  language: LanguageCode;
  clientAddress: string;
  /** Checked to be a UUID; present on calls that move value. */
  idempotencyKey: Definition['idempotent'] extends true ? string : null;
}

/** A function, and for a call that moves value what `handleOnce` makes. */
export type Handler<Definition extends CallDefinition> = HandlerOf<Definition, Definition['idempotent']>;

type HandlerOf<Definition extends CallDefinition, Idempotent> = Idempotent extends true
  ? OnceHandler<Definition>
  : (context: CallContext<Definition>) => Promise<DataOf<Definition>>;

type SessionOf<Auth> = Auth extends 'session' ? Session : Auth extends 'optional' ? Session | null : null;
