import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { Insurance } from './schema.ts';

/** Releases what was reserved for an insurance: whatever the member isn't paid goes to the pool. */
export function endCover(cover: Insurance, paid: { fromReserve: bigint; fromPremium: bigint }): Entry[] {
  const unearnedUsdt = cover.premiumUsdt - cover.earnedUsdt;
  const toPool = cover.maxPayoutUsdt - paid.fromReserve + unearnedUsdt - paid.fromPremium;
  return [
    { account: promiseAccount('INSURANCE_POOL_RESERVED', cover.id), token: 'USDT', amountBaseUnits: -cover.maxPayoutUsdt },
    { account: promiseAccount('UNEARNED_PREMIUM', cover.id), token: 'USDT', amountBaseUnits: -unearnedUsdt },
    { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: toPool },
  ];
}
