import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mulDivCeil } from '../../../src/lib/amount.ts';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import { greatestRoi } from '../../../src/lib/staking-accrual.ts';
import type { Transaction } from '../../db/database.ts';
import { leastTurboUnitPrice, turboUnitPrice } from '../../economy-model/rates.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { NewTransaction } from '../../ledger/post.ts';
import type { PriceReadings } from '../../price/price-source.ts';
import type { PriceReading, PriceUnavailableReason } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import type { Spend } from '../intent/spend.ts';
import { postPromise } from './purchase-stake.ts';
import { staking, stakingTurbo, type TurboRow } from './schema.ts';
import {
  activeCharges,
  factsOf,
  lockStake,
  presentCharge,
  presentStake,
  type Stake,
  type StakingPosition,
  type TurboChargeView,
} from './stake.ts';

interface TurboOrder {
  stakingId: string;
  units: number;
  /** In JU; the most that the member has agreed to. */
  maxPaid?: string | undefined;
}

const DAY_MS = 86_400_000;

/** POST /staking/turboCharge: burns JU, and reserves the additional return that the stake can now earn. */
export async function chargeTurbo(
  transaction: Transaction,
  services: Pick<Services, 'economy' | 'clock' | 'prices' | 'language'>,
  memberId: string,
  { stakingId, units, maxPaid }: TurboOrder,
  spend: Spend,
): Promise<{ staking: StakingPosition; charge: TurboChargeView; transaction: SentTransaction }> {
  const { economy, clock, prices } = services;
  const before = await lockStake(transaction, memberId, stakingId);
  const now = clock();
  const agreed = agree(economy.staking.turbo, before, units, now);
  const price = await readTurboPrice(prices.within(transaction), economy, now);
  if (price.status === 'UNAVAILABLE') throw new Refusal('PRICE_UNAVAILABLE', { detail: { reason: price.reason } });
  const charge: TurboRow = { ...agreed, paid: priceOf(economy.staking.turbo, price.charged, before.row.amount, units) };
  const charges = [...before.charges, charge];
  if (maxPaid !== undefined && charge.paid > fromTokens(maxPaid, 'JU'))
    throw new Refusal('PRICE_MOVED', { detail: { paid: inTokens(charge.paid, 'JU') } });
  await spend({ token: 'JU', amountBaseUnits: charge.paid });
  const promisedRoi = greatestRoi(factsOf({ ...before, charges }));
  const after: Stake = { row: { ...before.row, promisedRoi }, charges };
  const payment = composePayment(charge, memberId, promisedRoi - before.row.promisedRoi);
  const paid = await postPromise(transaction, payment, { memberId, token: 'JU' });
  await transaction.insert(stakingTurbo).values(charge);
  await transaction.update(staking).set({ promisedRoi }).where(eq(staking.id, stakingId));
  const at = charge.startedAt;
  return { staking: presentStake(after, at, services), charge: presentCharge(charge, at), transaction: paid };
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
  const started = mulDivCeil(amountBaseUnits, 1n, fromTokens(perJuf, 'JUF'));
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

/** Per unit, in JU base units. While it's unavailable nothing is sold, and the price shown is the last known one. */
type TurboPrice =
  | { status: 'AVAILABLE'; shown: bigint; charged: bigint }
  | { status: 'UNAVAILABLE'; shown: bigint; reason: PriceUnavailableReason };

type HourlyPrice =
  | { status: 'AVAILABLE'; price: bigint }
  | { status: 'UNAVAILABLE'; lastKnown: bigint | null; reason: PriceUnavailableReason };

const HOUR_MS = 3_600_000;

/**
 * A turbo price holds for an hour: it's the price at the hour's beginning. Charged is the lower of this hour's and the previous one's, so a member who
 * confirms within an hour never pays more than was reviewed, even if the next hour has begun.
 */
export async function readTurboPrice(prices: PriceReadings, economy: Economy, now: Date): Promise<TurboPrice> {
  const hour = now.getTime() - (now.getTime() % HOUR_MS);
  const current = await readHour(prices, economy, new Date(hour));
  const before = await readHour(prices, economy, new Date(hour - HOUR_MS));
  if (current.status === 'AVAILABLE') {
    const charged = before.status === 'AVAILABLE' && before.price < current.price ? before.price : current.price;
    return { status: 'AVAILABLE', shown: current.price, charged };
  }
  // Just after an hour has begun, the chain may not have been read up to it yet.
  if (current.reason === 'STALE' && before.status === 'AVAILABLE') {
    return { status: 'AVAILABLE', shown: before.price, charged: before.price };
  }
  return { status: 'UNAVAILABLE', shown: current.lastKnown ?? leastTurboUnitPrice(economy.staking.turbo), reason: current.reason };
}

/** JUF counts at the higher of its two averages and JU at the lower, so briefly manipulating a price doesn't make turbo cheaper. */
async function readHour(prices: PriceReadings, { staking: { turbo } }: Economy, at: Date): Promise<HourlyPrice> {
  const [juf, ju] = [await prices.jufAsOf(at), await prices.juAsOf(at)];
  if (juf.status === 'AVAILABLE' && ju.status === 'AVAILABLE') {
    const ju18 = lower(ju);
    if (ju18 === 0n) return { status: 'UNAVAILABLE', lastKnown: null, reason: 'TOO_THIN' };
    return { status: 'AVAILABLE', price: turboUnitPrice(turbo, { juf18: juf.price18, ju18 }) };
  }
  const [juf18, ju18] = [lastKnown18(juf), lastKnown18(ju)];
  const lastKnown = juf18 === 0n || ju18 === 0n ? null : turboUnitPrice(turbo, { juf18, ju18 });
  return { status: 'UNAVAILABLE', lastKnown, reason: reasonOf(juf) ?? reasonOf(ju) ?? 'STALE' };
}

function lower({ shortPrice18, longPrice18 }: Extract<PriceReading, { status: 'AVAILABLE' }>): bigint {
  return shortPrice18 < longPrice18 ? shortPrice18 : longPrice18;
}

/** 0 if there is none. */
function lastKnown18(reading: PriceReading): bigint {
  return (reading.status === 'AVAILABLE' ? reading.price18 : reading.lastKnown?.price18) ?? 0n;
}

function reasonOf(reading: PriceReading): PriceUnavailableReason | null {
  return reading.status === 'AVAILABLE' ? null : reading.reason;
}
