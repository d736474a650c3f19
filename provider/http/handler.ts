import type { BodyOf, CallDefinition, SentDataOf, QueryOf } from '../../src/lib/api/contract/define-call.ts';
import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import type { Transaction } from '../db/database.ts';
import type { Services } from '../provider-services.ts';
import type { Session } from '../session.ts';
import { underTermsWithin } from '../terms/terms-book.ts';
import { Refusal } from './refusal.ts';

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
  : (context: CallContext<Definition>) => Promise<SentDataOf<Definition>>;

type SessionOf<Auth> = Auth extends 'session' ? Session : Auth extends 'optional' ? Session | null : null;

/**
 * The context of a call that moves value. It has no `database`: requesting a second pool connection while holding one could deadlock with
 * everyone else doing the same.
 */
export type MovingContext<Definition extends CallDefinition> = Omit<CallContext<Definition>, 'services'> & {
  services: Omit<Services, 'database'>;
  /** All reads a decision depends on and all writes must use it; it commits with the response, or not at all. */
  transaction: Transaction;
  /** For a write to a row that all callers share: see `AtLast`. */
  atLast: AtLast;
};

/**
 * Leaves a write until the response is stored, so that its row is locked for no longer than COMMIT takes. May refuse as `handle` does. What calls from
 * outside a request does it at once.
 */
export type AtLast = (write: () => Promise<void>) => Promise<void>;

export interface OnceHandlerParts<Definition extends CallDefinition, Prepared> {
  /**
   * Validates what the contract can't, such as a token's number of digits; throws VALIDATION_FAILED. Runs before the key is looked up, so
   * it may neither read nor write.
   */
  validate?: (context: CallContext<Definition>) => void;
  /**
   * Work that is slow or leaves the database (asking the chain for a signature or a price), done before the transaction starts and takes
   * locks. Moves nothing, but may count an attempt that a refusal must not undo: a guessed code, a looked-up name. Each request with a key
   * runs it, so a repeated one counts again. Its result may be outdated by the time `handle` runs.
   */
  prepare?: (context: CallContext<Definition>) => Promise<Prepared>;
  /**
   * Writes what must remain whatever the call's outcome, such as a signed intent that is worth one response. In the transaction, before
   * `handle`; may refuse as long as it has written nothing.
   */
  claim?: (context: Omit<MovingContext<Definition>, 'atLast'>, prepared: Prepared) => Promise<void>;
  /**
   * Optional fast path: claims, executes and stores the response in one statement, if that is all there is to do and nothing prevents it.
   * Returns undefined if it wrote nothing; `claim` and `handle` then determine the response.
   */
  atOnce?: (context: CallContext<Definition>, prepared: Prepared, keep: Keep) => Promise<SentDataOf<Definition> | undefined>;
  /**
   * Executes the call. Repeated from the start on conflicts, so its only effects must be in `transaction`; ids and times are created
   * inside. Throws a `Refusal` to refuse: everything it wrote is rolled back, and the refusal is stored as the response (except 400, 401,
   * 403, 429 and 5xx).
   */
  handle: (context: MovingContext<Definition>, prepared: Prepared) => Promise<SentDataOf<Definition>>;
}

/** What a response is stored with, besides the member and the key. */
export interface Keep {
  fingerprint: Buffer;
  now: Date;
}

/** Created by `handleOnce`. */
export interface OnceHandler<Definition extends CallDefinition> {
  validate: (context: CallContext<Definition>) => void;
  prepare: (context: CallContext<Definition>) => Promise<PreparedWork<SentDataOf<Definition>>>;
}

export interface PreparedWork<Data> {
  atOnce: (keep: Keep) => Promise<Data | undefined>;
  claim: (transaction: Transaction) => Promise<void>;
  handle: (transaction: Transaction, atLast: AtLast) => Promise<Data>;
}

/**
 * Defines the handler of every call marked `idempotent` in the contract; in `handlers.ts`:
 *
 * claimBonus: handleOnce({ handle: ({ transaction, services, session }) => claimBonus(transaction, services, session.member) }),
 *
 * The pipeline (`answer-once.ts`) handles the key: one request with it runs, concurrent ones wait for its response, later ones get the same
 * response, in any process. The response is stored in the transaction that moves the value, so no crash can separate the two.
 */
export function handleOnce<Definition extends CallDefinition, Prepared = undefined>({
  validate,
  prepare,
  claim,
  atOnce,
  handle,
}: OnceHandlerParts<Definition, Prepared>): OnceHandler<Definition> {
  return {
    validate: (context) => validate?.(context),
    prepare: async (context) => {
      const prepared = (await prepare?.(context)) as Prepared;
      return {
        atOnce: async (keep) => atOnce?.(context, prepared, keep),
        claim: async (transaction) => claim?.({ ...context, transaction }, prepared),
        handle: async (transaction, atLast) => {
          const services = await underTermsWithin(context.services, transaction);
          requireReviewedTerms(context.body, services.termsNumber);
          return handle({ ...context, services, transaction, atLast }, prepared);
        },
      };
    },
  };
}

/** An order that says by which terms it was reviewed is not carried out by others. */
function requireReviewedTerms(body: unknown, inForce: number): void {
  if (typeof body !== 'object' || body === null || !('terms' in body) || body.terms === undefined) return;
  if (body.terms !== inForce) throw new Refusal('TERMS_CHANGED', { detail: { terms: inForce } });
}
