import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { NewTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { staking, type StakingRow } from './schema.ts';
import { claimableOf, formatJuf, lockHeldStakes, lockStake, presentStake, type StakingPosition, statusOf } from './stake.ts';

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
): Promise<{ claimed: string; transaction: SentTransaction }> {
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
function payRoi(memberId: string, dues: readonly Due[]): Entry[] {
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

interface Withdrawal {
  staking: StakingPosition;
  returned: string;
  roi: string;
  /** The capital's row. The return has one of its own, so that all rows of that kind add up to what was earned. */
  transaction: SentTransaction;
}

/** POST /staking/withdrawCapital: pays back the whole stake with its unclaimed return. Neither depends on a pool. */
export async function withdrawCapital(
  transaction: Transaction,
  services: Pick<Services, 'clock' | 'economy' | 'language'>,
  memberId: string,
  stakingId: string,
): Promise<Withdrawal> {
  const stake = await lockStake(transaction, memberId, stakingId);
  const now = services.clock();
  const status = statusOf(stake.row, now);
  if (status === 'WITHDRAWN') throw new Refusal('ALREADY_WITHDRAWN');
  if (status === 'ACTIVE') throw new Refusal('NOT_MATURED', { detail: { maturesAt: stake.row.maturesAt.toISOString() } });
  const roi = claimableOf(stake, now);
  const returned = composeReturn(stake.row, now);
  const paysRoi = {
    id: v7({ msecs: now.getTime() }),
    kind: 'ROI' as const,
    occurredAt: now,
    entries: payRoi(memberId, [{ stakingId, dueBaseUnits: roi }]),
  };
  const paid = await postPayment(transaction, returned, { memberId, token: 'JUF' }, roi > 0n ? [paysRoi] : []);
  const row: StakingRow = { ...stake.row, claimedRoi: stake.row.claimedRoi + roi, withdrawnAt: now };
  await transaction.update(staking).set({ claimedRoi: row.claimedRoi, withdrawnAt: now }).where(eq(staking.id, stakingId));
  const staked = presentStake({ ...stake, row }, now, services);
  return { staking: staked, returned: formatJuf(row.amount), roi: formatJuf(roi), transaction: paid };
}

function composeReturn({ id, memberId, amount }: StakingRow, now: Date): NewTransaction {
  return {
    id: v7({ msecs: now.getTime() }),
    kind: 'CAPITAL',
    occurredAt: now,
    entries: [
      { account: promiseAccount('STAKED', id), token: 'JUF', amountBaseUnits: -amount },
      { account: memberAccount('AVAILABLE', memberId), token: 'JUF', amountBaseUnits: amount },
    ],
  };
}
