import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { fromDecimalString, mulDivCeil, toDecimalString } from '../../../src/lib/amount.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { greatestRoi } from '../../../src/lib/staking-accrual.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { NewTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { Spend } from '../intent/spend.ts';
import { postPromise } from './post-promise.ts';
import { presentCharge, presentStake, type StakingPosition, type TurboChargeView } from './present-stake.ts';
import { lockStake } from './read-stakes.ts';
import { readTurboPrice } from './read-turbo-price.ts';
import { staking, stakingTurbo, type TurboRow } from './schema.ts';
import { activeCharges, factsOf, type Stake } from './stake.ts';

export interface TurboOrder {
  stakingId: string;
  units: number;
  /** In JU; the most that the member has agreed to. */
  maxPaid?: string | undefined;
}

const DAY_MS = 86_400_000;

/** POST /staking/turboCharge: burns JU, and reserves the additional return that the stake can now earn. */
export async function chargeTurbo(
  transaction: Transaction,
  { economy, clock, prices }: Pick<Services, 'economy' | 'clock' | 'prices'>,
  memberId: string,
  { stakingId, units, maxPaid }: TurboOrder,
  spend: Spend,
): Promise<{ staking: StakingPosition; charge: TurboChargeView; transaction: TransactionRow }> {
  const before = await lockStake(transaction, memberId, stakingId);
  const now = clock();
  const agreed = agree(economy.staking.turbo, before, units, now);
  const price = await readTurboPrice(prices.within(transaction), economy, now);
  if (price.status === 'UNAVAILABLE') throw new Refusal('PRICE_UNAVAILABLE', { detail: { reason: price.reason } });
  const charge: TurboRow = { ...agreed, paid: priceOf(economy.staking.turbo, price.charged, before.row.amount, units) };
  const charges = [...before.charges, charge];
  if (maxPaid !== undefined && charge.paid > fromDecimalString(maxPaid, tokenDecimals.JU))
    throw new Refusal('PRICE_MOVED', { detail: { paid: toDecimalString(charge.paid, tokenDecimals.JU) } });
  await spend({ token: 'JU', amountBaseUnits: charge.paid });
  const promisedRoi = greatestRoi(factsOf({ ...before, charges }));
  const after: Stake = { row: { ...before.row, promisedRoi }, charges };
  const payment = composePayment(charge, memberId, promisedRoi - before.row.promisedRoi);
  const paid = await postPromise(transaction, payment, { memberId, token: 'JU' });
  await transaction.insert(stakingTurbo).values(charge);
  await transaction.update(staking).set({ promisedRoi }).where(eq(staking.id, stakingId));
  const at = charge.startedAt;
  return { staking: presentStake(after, at), charge: presentCharge(charge, at), transaction: paid };
}

/** A charge always fits into the stake's remaining time, so what is paid for is earned. */
function agree(turbo: Economy['staking']['turbo'], stake: Stake, units: number, now: Date): Omit<TurboRow, 'paid'> {
  const { id: stakingId, startedAt: stakedAt, maturesAt, maxTurboUnits } = stake.row;
  // Another process's clock may be slightly behind the one the stake was dated by.
  const startedAt = now < stakedAt ? stakedAt : now;
  const endsAt = new Date(startedAt.getTime() + turbo.durationDays * DAY_MS);
  if (endsAt > maturesAt) throw new Refusal('TURBO_TOO_LATE');
  const active = activeCharges(stake, startedAt).reduce((sum, charge) => sum + charge.units, 0);
  if (active + units > maxTurboUnits) {
    throw new Refusal('TURBO_LIMIT', { detail: { active, maximum: maxTurboUnits } });
  }
  const boost = units * turbo.boostPerUnit;
  return { id: v7({ msecs: startedAt.getTime() }), stakingId, units, boost, startedAt, endsAt };
}

/** Per 100 JUF or part thereof: rounded up, like everything a member pays. */
function priceOf({ perJuf }: Economy['staking']['turbo'], pricePerUnit: bigint, amountBaseUnits: bigint, units: number): bigint {
  const started = mulDivCeil(amountBaseUnits, 1n, fromDecimalString(perJuf, tokenDecimals.JUF));
  return started * pricePerUnit * BigInt(units);
}

function composePayment({ stakingId, paid, startedAt }: TurboRow, memberId: string, extraBaseUnits: bigint): NewTransaction {
  return {
    id: v7({ msecs: startedAt.getTime() }),
    kind: 'TURBO',
    occurredAt: startedAt,
    entries: [
      { account: memberAccount('AVAILABLE', memberId), token: 'JU', amountBaseUnits: -paid },
      { account: pooledAccount('BURNED'), token: 'JU', amountBaseUnits: paid },
      { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF', amountBaseUnits: -extraBaseUnits },
      { account: promiseAccount('REWARD_POOL_RESERVED', stakingId), token: 'JUF', amountBaseUnits: extraBaseUnits },
    ],
  };
}
