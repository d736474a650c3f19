import { and, count, desc, eq } from 'drizzle-orm';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { presentCharge, type TurboChargeView } from './present-stake.ts';
import { staking, stakingTurbo } from './schema.ts';

export interface TurboQuery {
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
