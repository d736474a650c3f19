import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { NewTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { payRoi } from './claim-roi.ts';
import { formatJuf, presentStake, type StakingPosition } from './present-stake.ts';
import { lockStake } from './read-stakes.ts';
import { staking, type StakingRow } from './schema.ts';
import { claimableOf, statusOf } from './stake.ts';

export interface Withdrawal {
  staking: StakingPosition;
  returned: string;
  roi: string;
  /** The capital's row. The return has one of its own, so that all rows of that kind add up to what was earned. */
  transaction: TransactionRow;
}

/** POST /staking/withdrawCapital: pays back the whole stake with its unclaimed return. Neither depends on a pool. */
export async function withdrawCapital(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  stakingId: string,
): Promise<Withdrawal> {
  const stake = await lockStake(transaction, memberId, stakingId);
  const now = clock();
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
  return { staking: presentStake({ ...stake, row }, now), returned: formatJuf(row.amount), roi: formatJuf(roi), transaction: paid };
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
