import { v7 } from 'uuid';
import { type OrderedItem, stakeOrder } from '../../../src/lib/api/contract/order-intent.ts';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import { greatestRoi } from '../../../src/lib/staking-accrual.ts';
import { catalogueId } from '../../catalogue-id.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount, type Token } from '../../ledger/account.ts';
import { LedgerRefusal, type NewTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { fromTokens } from '../../token-amounts.ts';
import type { Spend } from '../intent/spend.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { staking, type StakingRow } from './schema.ts';
import { factsOf, presentStake, type StakingPosition } from './stake.ts';

interface StakeOrder {
  amount: string;
  periodId: string;
}

const DAY_MS = 86_400_000;

export function describeStake(order: StakeOrder, economy: Economy): OrderedItem {
  return stakeOrder(findPeriod(economy, order).days, order);
}

/** POST /staking/stakingPurchase: reserves the JUF under the stake's id, and with it the most it can earn. */
export async function purchaseStake(
  transaction: Transaction,
  services: Pick<Services, 'economy' | 'clock' | 'language'>,
  memberId: string,
  order: StakeOrder,
  spend: Spend,
): Promise<{ staking: StakingPosition; transaction: SentTransaction }> {
  const { economy, clock } = services;
  const now = clock();
  const row = agree({ economy, now }, memberId, order);
  await spend({ token: 'JUF', amountBaseUnits: row.amount });
  const paid = await postPromise(transaction, composePayment(row), { memberId, token: 'JUF' });
  await transaction.insert(staking).values(row);
  return { staking: presentStake({ row, charges: [] }, now, services), transaction: paid };
}

/** The current terms, fixed for the stake's lifetime. */
function agree(
  { economy, now }: { economy: Services['economy']; now: Date },
  memberId: string,
  { amount, periodId }: StakeOrder,
): StakingRow {
  const period = findPeriod(economy, { periodId });
  const amountBaseUnits = fromTokens(amount, 'JUF');
  const tier = tierFor(economy, amountBaseUnits);
  if (tier === undefined) {
    throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: tiersOf(economy)[0]?.minJuf } });
  }
  const agreed: StakingRow = {
    id: v7({ msecs: now.getTime() }),
    memberId,
    amount: amountBaseUnits,
    tierCode: tier.code,
    multiplier: tier.multiplier,
    maxTurboUnits: tier.maxTurbo,
    days: period.days,
    apr: period.apr,
    startedAt: now,
    maturesAt: new Date(now.getTime() + period.days * DAY_MS),
    promisedRoi: 0n,
    claimedRoi: 0n,
    withdrawnAt: null,
  };
  return { ...agreed, promisedRoi: greatestRoi(factsOf({ row: agreed, charges: [] })) };
}

function findPeriod(economy: Economy, { periodId }: Pick<StakeOrder, 'periodId'>): Period {
  const period = periodsOf(economy).find(({ id }) => id === periodId);
  if (period === undefined) throw new Refusal('PERIOD_UNKNOWN');
  return period;
}

function composePayment({ id, memberId, amount, promisedRoi, startedAt }: StakingRow): NewTransaction {
  const token = 'JUF';
  return {
    id: v7({ msecs: startedAt.getTime() }),
    kind: 'STAKE',
    occurredAt: startedAt,
    entries: [
      { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits: -amount },
      { account: promiseAccount('STAKED', id), token, amountBaseUnits: amount },
      { account: pooledAccount('REWARD_POOL_FREE'), token, amountBaseUnits: -promisedRoi },
      { account: promiseAccount('REWARD_POOL_RESERVED', id), token, amountBaseUnits: promisedRoi },
    ],
  };
}

/** Posts a payment that also reserves a return. If the reward pool can't cover it, throws POOL_DRAINED and takes nothing. */
export async function postPromise(
  transaction: Transaction,
  payment: NewTransaction,
  payer: { memberId: string; token: Token },
): Promise<SentTransaction> {
  try {
    return await postPayment(transaction, payment, payer);
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    if (error.refused?.account.kind !== 'REWARD_POOL_FREE') throw error;
    throw new Refusal('POOL_DRAINED', { cause: error });
  }
}

interface Tier {
  id: string;
  code: string;
  /** As the terms name it. */
  minJuf: string;
  minBaseUnits: bigint;
  multiplier: number;
  maxTurbo: number;
}

interface Period {
  id: string;
  days: number;
  apr: number;
}

/** Lowest first. */
export function tiersOf({ staking }: Economy): Tier[] {
  return staking.tiers
    .map(({ code, minJuf, multiplier, maxTurbo }) => {
      const minBaseUnits = fromTokens(minJuf, 'JUF');
      return { id: catalogueId(`staking tier ${code}`), code, minJuf, minBaseUnits, multiplier, maxTurbo };
    })
    .toSorted((a, b) => (a.minBaseUnits < b.minBaseUnits ? -1 : 1));
}

export function periodsOf({ staking }: Economy): Period[] {
  return staking.periods.map(({ days, apr }) => ({ id: catalogueId(`staking period ${days} days`), days, apr }));
}

/** The highest tier that an amount reaches; undefined below the lowest. */
export function tierFor(economy: Economy, amountBaseUnits: bigint): Tier | undefined {
  return tiersOf(economy).findLast(({ minBaseUnits }) => amountBaseUnits >= minBaseUnits);
}
