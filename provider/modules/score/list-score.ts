import { count, desc, eq } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import type { Services } from '../../provider-services.ts';
import { scoreEntry } from './schema.ts';

type Definition = (typeof contract)['juScoreHistory'];

/** GET /sales/juScore/history: newest first. */
export async function listScore(services: Services, session: Session, query: QueryOf<Definition>): Promise<DataOf<Definition>> {
  const { database } = services;
  const isOwn = eq(scoreEntry.memberId, session.member.id);
  const [found] = await database.select({ rows: count() }).from(scoreEntry).where(isOwn);
  const page = await steadyPage(services, session, { name: 'juScoreHistory', query, total: BigInt(found?.rows ?? 0) });
  const rows = await database
    .select()
    .from(scoreEntry)
    .where(isOwn)
    .orderBy(desc(scoreEntry.balanceAfter))
    .limit(Number(page.limit))
    .offset(Number(page.offset));
  const content = rows.map(({ id, kind, points, balanceAfter, createdAt }) => ({
    id,
    kind,
    points: Number(points),
    balanceAfter: Number(balanceAfter),
    createdAt: createdAt.toISOString(),
  }));
  return { list: { content, totalPages: page.totalPages } };
}
