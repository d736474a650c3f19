import { and, count, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { type Services } from '../../provider-services.ts';
import { presentStake, type StakingPosition } from './present-stake.ts';
import { readStakes } from './read-stakes.ts';
import { staking } from './schema.ts';
import { type StakingStatus } from './stake.ts';

export interface StakingQuery {
  page: number;
  size: number;
  status?: StakingStatus | undefined;
}

/** GET /staking/stakingList */
export async function listStakes(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  memberId: string,
  { page, size, status }: StakingQuery,
): Promise<{ stakingList: { content: StakingPosition[]; totalPages: number } }> {
  const now = clock();
  const condition = and(eq(staking.memberId, memberId), status === undefined ? undefined : hasStatus(status, now));
  const [total] = await database.select({ rows: count() }).from(staking).where(condition);
  const stakes = await readStakes(database, condition, { limit: size, offset: (page - 1) * size });
  const content = stakes.map((stake) => presentStake(stake, now));
  return { stakingList: { content, totalPages: Math.ceil((total?.rows ?? 0) / size) } };
}

/** As `statusOf` has it. */
function hasStatus(status: StakingStatus, now: Date): SQL | undefined {
  if (status === 'WITHDRAWN') return isNotNull(staking.withdrawnAt);
  return and(isNull(staking.withdrawnAt), status === 'ACTIVE' ? gt(staking.maturesAt, now) : lte(staking.maturesAt, now));
}
