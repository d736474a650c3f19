import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { member } from '../account/schema.ts';
import { earnedAt, isEarned } from './earned-bonus.ts';
import { bonus, referralSale } from './schema.ts';

type Definition = (typeof contract)['bonusLog'];

/** GET /profile/bonusLog: newest first; `from` is inclusive, `to` exclusive. A bonus that was held is dated by the end of its hold. */
export async function listBonuses(services: Services, session: Session, query: QueryOf<Definition>): Promise<DataOf<Definition>> {
  const { database, clock } = services;
  const condition = and(asked(session.member.id, query), isEarned(clock()));
  const [found] = await database.select({ rows: count() }).from(bonus).where(condition);
  const page = await steadyPage(services, session, { name: 'bonusLog', query, total: BigInt(found?.rows ?? 0) });
  const rows = await database
    .select({ bonus, base: referralSale.base, from: { uid: member.uid, username: member.username } })
    .from(bonus)
    .innerJoin(referralSale, eq(referralSale.id, bonus.saleId))
    .innerJoin(member, eq(member.id, referralSale.buyerId))
    .where(condition)
    .orderBy(desc(earnedAt), desc(bonus.id))
    .limit(Number(page.limit))
    .offset(Number(page.offset));
  const data = rows.map(({ bonus: row, base, from }) => ({
    id: row.id,
    kind: row.kind,
    level: row.level,
    from,
    base: toDecimalString(base, tokenDecimals.USDT),
    rate: row.rate,
    amount: toDecimalString(row.amount, tokenDecimals.USDT),
    status: row.claimId === null ? ('CLAIMABLE' as const) : ('CLAIMED' as const),
    createdAt: (row.heldUntil ?? row.createdAt).toISOString(),
  }));
  return { data, totalPage: page.totalPages };
}

function asked(memberId: string, { kind, level, from, to }: QueryOf<Definition>): SQL | undefined {
  return and(
    eq(bonus.memberId, memberId),
    kind === undefined ? undefined : eq(bonus.kind, kind),
    level === undefined ? undefined : eq(bonus.level, level),
    from === undefined ? undefined : sql`${earnedAt} >= ${readMoment(from)}`,
    to === undefined ? undefined : sql`${earnedAt} < ${readMoment(to)}`,
  );
}

/** Nothing was earned before 1970, and PostgreSQL has no year 0. */
function readMoment(time: string): string {
  return new Date(Math.max(Date.parse(time), 0)).toISOString();
}
