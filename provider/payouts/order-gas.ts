import { type ChainOrder } from './schema.ts';

/**
 * The vault leaves a recipient of JU 100,000 gas (`RECIPIENT_GAS`); with its own work that makes at most 175,000, and it refuses to begin the call with less
 * than 145,000 left. A fixed limit, so that what is tried out is what is sent, to the last unit of gas.
 */
const WITH_RECIPIENT = 250_000n;
/** Nobody's code but ours and the token's runs: real tokens take up to 120,000. */
const TOKENS_ONLY = 400_000n;

/** What an order may cost in gas, whatever the code does that it meets. */
export function gasLimitOf({ kind, token }: Pick<ChainOrder, 'kind' | 'token'>): bigint {
  return kind !== 'MINT' && token === 'JU' ? WITH_RECIPIENT : TOKENS_ONLY;
}
