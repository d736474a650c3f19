import type { ChainOrder } from './schema.ts';

/**
 * The vault leaves a JU recipient 100,000 gas (`RECIPIENT_GAS`), at most 175,000 with its own work, and refuses to start the call with less
 * than 145,000 left. A fixed limit, so that the trial and the transaction have exactly the same gas.
 */
const WITH_RECIPIENT = 250_000n;
/** Only our code and the token's runs; real tokens take up to 120,000. */
const TOKENS_ONLY = 400_000n;

/** An order's gas limit, whatever the code it runs into does. */
export function gasLimitOf({ kind, token }: Pick<ChainOrder, 'kind' | 'token'>): bigint {
  return kind !== 'MINT' && token === 'JU' ? WITH_RECIPIENT : TOKENS_ONLY;
}
