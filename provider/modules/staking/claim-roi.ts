import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { Services } from '../../provider-services.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { formatJuf } from './present-stake.ts';
import { lockHeldStakes, lockStake } from './read-stakes.ts';
import { staking } from './schema.ts';
import { claimableOf } from './stake.ts';

interface Due {
  stakingId: string;
  dueBaseUnits: bigint;
}

/** One transaction must hold all entries; a member with more stakes claims again for the rest. */
const MOST_STAKES_A_CLAIM = 5_000;

/** POST /staking/claimRoi: of one stake or of all. */
export async function claimRoi(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  stakingId: string | undefined,
): Promise<{ claimed: string; transaction: TransactionRow }> {
  const stakes =
    stakingId === undefined ? await lockHeldStakes(transaction, memberId) : [await lockStake(transaction, memberId, stakingId)];
  // After the locks: a request that waited would otherwise claim as of a moment that another claim has passed.
  const now = clock();
  const dues = stakes
    .map((stake): Due => ({ stakingId: stake.row.id, dueBaseUnits: claimableOf(stake, now) }))
    .filter(({ dueBaseUnits }) => dueBaseUnits > 0n)
    .toSorted((a, b) => (a.dueBaseUnits > b.dueBaseUnits ? -1 : 1))
    .slice(0, MOST_STAKES_A_CLAIM);
  if (dues.length === 0) throw new Refusal('NOTHING_TO_CLAIM');
  const claimed = dues.reduce((sum, { dueBaseUnits }) => sum + dueBaseUnits, 0n);
  await noteClaims(transaction, dues);
  const payment = { id: v7({ msecs: now.getTime() }), kind: 'ROI' as const, occurredAt: now, entries: payRoi(memberId, dues) };
  const paid = await postPayment(transaction, payment, { memberId, token: 'JUF' });
  return { claimed: formatJuf(claimed), transaction: paid };
}

/** Paid from what was reserved for each stake, and from nothing else. */
export function payRoi(memberId: string, dues: readonly Due[]): Entry[] {
  const token = 'JUF';
  return dues.flatMap(({ stakingId, dueBaseUnits }) => [
    { account: promiseAccount('REWARD_POOL_RESERVED', stakingId), token, amountBaseUnits: -dueBaseUnits },
    { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits: dueBaseUnits },
  ]);
}

async function noteClaims(transaction: Transaction, dues: readonly Due[]): Promise<void> {
  const ids = sql.param(dues.map((due) => due.stakingId));
  const amounts = sql.param(dues.map((due) => due.dueBaseUnits.toString()));
  await transaction.execute(sql`
    update ${staking} s set claimed_roi = s.claimed_roi + due.amount
      from unnest(${ids}::uuid[], ${amounts}::numeric[]) due (id, amount) where s.id = due.id`);
}
