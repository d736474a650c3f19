import { and, count, desc, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { stakingInfo } from '../../../src/lib/api/contract/staking.ts';
import { Refusal } from '../../http/refusal.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance, kindBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { nameOffer } from '../../terms/offer-names.ts';
import { readTurboPrice } from './charge-turbo.ts';
import { staking, stakingTurbo } from './schema.ts';
import {
  accruedOf,
  formatJu,
  formatJuf,
  presentCharge,
  presentStake,
  readHeldStakes,
  readStakes,
  type Stake,
  type StakingPosition,
  type StakingStatus,
  statusOf,
  type TurboChargeView,
} from './stake.ts';
import { periodsOf, tiersOf } from './purchase-stake.ts';

interface StakingQuery {
  page: number;
  size: number;
  status?: StakingStatus | undefined;
}

/** GET /staking/stakingList */
export async function listStakes(
  services: Services,
  session: Session,
  query: StakingQuery,
): Promise<{ stakingList: { content: StakingPosition[]; totalPages: number } }> {
  const { database, clock } = services;
  const now = clock();
  const isOwn = eq(staking.memberId, session.member.id);
  const condition = query.status === undefined ? isOwn : and(isOwn, hasStatus(query.status, now));
  const [found] = await database.select({ rows: count() }).from(staking).where(condition);
  const { offset, limit, totalPages } = await steadyPage(services, session, {
    name: 'stakingList',
    query,
    total: BigInt(found?.rows ?? 0),
  });
  const stakes = await readStakes(database, condition, { limit: Number(limit), offset: Number(offset) });
  return { stakingList: { content: stakes.map((stake) => presentStake(stake, now, services)), totalPages } };
}

/** Selects the stakes that `statusOf` gives this status. */
function hasStatus(status: StakingStatus, now: Date): SQL | undefined {
  if (status === 'WITHDRAWN') return isNotNull(staking.withdrawnAt);
  return and(isNull(staking.withdrawnAt), status === 'ACTIVE' ? gt(staking.maturesAt, now) : lte(staking.maturesAt, now));
}

interface TurboQuery {
  page: number;
  size: number;
  stakingId?: string | undefined;
}

/** GET /staking/turboChargeList */
export async function listTurboCharges(
  services: Services,
  session: Session,
  query: TurboQuery,
): Promise<{ list: { content: TurboChargeView[]; totalElements: number } }> {
  const { database, clock } = services;
  const { stakingId } = query;
  const isOwn = and(eq(staking.memberId, session.member.id), stakingId === undefined ? undefined : eq(staking.id, stakingId));
  if (stakingId !== undefined) {
    const [known] = await database.select({ id: staking.id }).from(staking).where(isOwn);
    if (known === undefined) throw new Refusal('STAKING_UNKNOWN');
  }
  const ofOwn = eq(staking.id, stakingTurbo.stakingId);
  const [found] = await database.select({ rows: count() }).from(stakingTurbo).innerJoin(staking, ofOwn).where(isOwn);
  const page = await steadyPage(services, session, { name: 'turboChargeList', query, total: BigInt(found?.rows ?? 0) });
  const rows = await database
    .select({ charge: stakingTurbo })
    .from(stakingTurbo)
    .innerJoin(staking, ofOwn)
    .where(isOwn)
    .orderBy(desc(stakingTurbo.startedAt), desc(stakingTurbo.id))
    .limit(Number(page.limit))
    .offset(Number(page.offset));
  const now = clock();
  return { list: { content: rows.map(({ charge }) => presentCharge(charge, now)), totalElements: Number(page.total) } };
}

type StakingInfo = SentDataOf<typeof stakingInfo>;

/** GET /staking/info */
export async function readStakingInfo(
  services: Pick<Services, 'database' | 'economy' | 'termsNumber' | 'clock' | 'prices' | 'language'>,
  memberId: string,
): Promise<StakingInfo> {
  const { database, economy, termsNumber, clock, prices } = services;
  const now = clock();
  const [stakes, free, reserved, turboPrice] = await Promise.all([
    readHeldStakes(database, memberId),
    accountBalance(database, pooledAccount('REWARD_POOL_FREE'), 'JUF'),
    kindBalance(database, 'REWARD_POOL_RESERVED', 'JUF'),
    readTurboPrice(prices, economy, now),
  ]);
  const { perJuf, boostPerUnit, durationDays } = economy.staking.turbo;
  return {
    currentStaking: sumUp(stakes, services, now),
    tierList: listTiers(services),
    periodList: periodsOf(economy),
    turboChargeInfo: { walletType: 'JU', pricePerUnit: formatJu(turboPrice.shown), perJuf, boostPerUnit, durationDays },
    rewardPool: { free: formatJuf(free), reserved: formatJuf(reserved) },
    terms: termsNumber,
  };
}

export function listTiers({ economy, language }: Pick<Services, 'economy' | 'language'>): StakingInfo['tierList'] {
  return tiersOf(economy).map(({ id, code, minJuf, multiplier, maxTurbo }) => ({
    id,
    name: nameOffer(economy, 'tiers', code, language),
    minAmount: minJuf,
    multiplier,
    maxTurbo,
  }));
}

/** Totals over everything that isn't withdrawn, matured stakes included; the tier is the highest of those still running. */
function sumUp(
  stakes: readonly Stake[],
  { economy, language }: Pick<Services, 'economy' | 'language'>,
  now: Date,
): StakingInfo['currentStaking'] {
  const sum = (of: (stake: Stake) => bigint): string => formatJuf(stakes.reduce((total, stake) => total + of(stake), 0n));
  const active = stakes.filter(({ row }) => statusOf(row, now) === 'ACTIVE');
  const highest = tiersOf(economy).findLast(({ code }) => active.some(({ row }) => row.tierCode === code));
  return {
    total: sum(({ row }) => row.amount),
    positions: stakes.length,
    accruedRoi: sum((stake) => accruedOf(stake, now)),
    claimedRoi: sum(({ row }) => row.claimedRoi),
    tier: highest === undefined ? null : nameOffer(economy, 'tiers', highest.code, language),
  };
}
