import { and, count, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import type { Services } from '../../provider-services.ts';
import { presentStake, type StakingPosition } from './present-stake.ts';
import { readStakes } from './read-stakes.ts';
import { staking } from './schema.ts';
import type { StakingStatus } from './stake.ts';

export interface StakingQuery {
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
  return { stakingList: { content: stakes.map((stake) => presentStake(stake, now)), totalPages } };
}

/** Selects the stakes that `statusOf` gives this status. */
function hasStatus(status: StakingStatus, now: Date): SQL | undefined {
  if (status === 'WITHDRAWN') return isNotNull(staking.withdrawnAt);
  return and(isNull(staking.withdrawnAt), status === 'ACTIVE' ? gt(staking.maturesAt, now) : lte(staking.maturesAt, now));
}
