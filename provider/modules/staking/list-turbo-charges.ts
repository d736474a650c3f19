import { and, count, desc, eq } from 'drizzle-orm';
import { Refusal } from '../../http/refusal.ts';
import { type Services } from '../../provider-services.ts';
import { presentCharge, type TurboChargeView } from './present-stake.ts';
import { staking, stakingTurbo } from './schema.ts';

export interface TurboQuery {
  page: number;
  size: number;
  stakingId?: string | undefined;
}

/** GET /staking/turboChargeList */
export async function listTurboCharges(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  memberId: string,
  { page, size, stakingId }: TurboQuery,
): Promise<{ list: { content: TurboChargeView[]; totalElements: number } }> {
  const now = clock();
  const isOwn = and(eq(staking.memberId, memberId), stakingId === undefined ? undefined : eq(staking.id, stakingId));
  if (stakingId !== undefined) {
    const [known] = await database.select({ id: staking.id }).from(staking).where(isOwn);
    if (known === undefined) throw new Refusal('STAKING_UNKNOWN');
  }
  const charges = database.select({ charge: stakingTurbo }).from(stakingTurbo).innerJoin(staking, eq(staking.id, stakingTurbo.stakingId));
  const rows = await charges
    .where(isOwn)
    .orderBy(desc(stakingTurbo.startedAt), desc(stakingTurbo.id))
    .limit(size)
    .offset((page - 1) * size);
  const [total] = await database
    .select({ rows: count() })
    .from(stakingTurbo)
    .innerJoin(staking, eq(staking.id, stakingTurbo.stakingId))
    .where(isOwn);
  return { list: { content: rows.map(({ charge }) => presentCharge(charge, now)), totalElements: total?.rows ?? 0 } };
}
