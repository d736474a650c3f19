import { type CallDefinition, type DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type Transaction } from '../../db/database.ts';
import { type Services } from '../../provider-services.ts';
import { underTermsWithin } from '../../terms/under-terms.ts';
import { Refusal } from '../refusal.ts';
import { type CallContext } from '../call-context.ts';

/**
 * What a call that moves value is written as. There is no `database` in it: whoever asked for a second connection while holding one of the pool
 * would wait for it with everybody else who did.
 */
export type MovingContext<Definition extends CallDefinition> = Omit<CallContext<Definition>, 'services'> & {
  services: Omit<Services, 'database'>;
  /** All that is read for a decision and all that is written goes through it; it commits with the answer, or not at all. */
  transaction: Transaction;
};

export interface OnceHandlerParts<Definition extends CallDefinition, Prepared> {
  /**
   * What the contract cannot know about the input (how many digits a token has): throws VALIDATION_FAILED. Before the key is looked at, so it may
   * neither read nor write anything.
   */
  validate?: (context: CallContext<Definition>) => void;
  /**
   * What takes long or leaves the database (asking the chain for a signature or a price), before the transaction begins and its locks are held. It
   * changes nothing, and two requests with one key may both run it. What it finds may be old by the time `handle` runs.
   */
  prepare?: (context: CallContext<Definition>) => Promise<Prepared>;
  /**
   * What stands whatever becomes of the call, such as a signed intent that is worth one answer. In the transaction, before `handle`; may refuse, as
   * long as it has written nothing then.
   */
  claim?: (context: MovingContext<Definition>, prepared: Prepared) => Promise<void>;
  /**
   * Claims, does and keeps the answer in one statement, for what needs no more than that and where nothing stands in its way. Gives undefined when it wrote
   * nothing: then `claim` and `handle` find out what to answer.
   */
  atOnce?: (context: CallContext<Definition>, prepared: Prepared, keep: Keep) => Promise<DataOf<Definition> | undefined>;
  /**
   * Does it. Runs again from the start when the database asks for that, so its only effects are in `transaction`; ids and times are made inside.
   * Throws a `Refusal` to refuse: all it wrote is rolled back, and the refusal is kept as the answer (but for 400, 401, 403, 429 and 5xx).
   */
  handle: (context: MovingContext<Definition>, prepared: Prepared) => Promise<DataOf<Definition>>;
}

/** What an answer is kept with, besides the member and the key. */
export interface Keep {
  fingerprint: Buffer;
  now: Date;
}

/** Made by `handleOnce`. */
export interface OnceHandler<Definition extends CallDefinition> {
  validate: (context: CallContext<Definition>) => void;
  prepare: (context: CallContext<Definition>) => Promise<PreparedWork<DataOf<Definition>>>;
}

export interface PreparedWork<Data> {
  atOnce: (keep: Keep) => Promise<Data | undefined>;
  claim: (transaction: Transaction) => Promise<void>;
  handle: (transaction: Transaction) => Promise<Data>;
}

/**
 * How every call whose contract entry says `idempotent` is handled; in `handlers.ts`:
 *
 *     claimBonus: handleOnce({ handle: ({ transaction, services, session }) => claimBonus(transaction, services, session.member) }),
 *
 * The pipeline (`answer-once.ts`) sees to the key: one request with it runs, those beside it wait for its answer, later ones get it again, in
 * whatever process. The answer is stored in the transaction that moves the value, so no crash can part the two.
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
        handle: async (transaction) => {
          const services = await underTermsWithin(context.services, transaction);
          requireReviewedTerms(context.body, services.termsNumber);
          return handle({ ...context, services, transaction }, prepared);
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
