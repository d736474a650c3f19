import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable } from '../../db/database.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { member } from '../account/schema.ts';
import { earnedAt, isEarned } from './claim-bonus.ts';
import { bonus, referralSale, type SaleKind } from './schema.ts';

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

interface BonusSum {
  kind: SaleKind;
  level: number;
  claimed: boolean;
  amount: bigint;
}

const LEVELS = [1, 2, 3];
const KINDS: readonly SaleKind[] = ['TREASURY', 'ROLE'];

/** GET /profile/bonusInfo */
export async function readBonusInfo({ database, clock }: Services, memberId: string): Promise<DataOf<(typeof contract)['bonusInfo']>> {
  const [sums, pool] = await Promise.all([
    sumBonuses(database, memberId, clock()),
    accountBalance(database, pooledAccount('BONUS_POOL'), 'USDT'),
  ]);
  const of = (isWanted: (sum: BonusSum) => boolean): string => format(totalOf(sums.filter(isWanted)));
  return {
    totalEarned: of(() => true),
    claimed: of(({ claimed }) => claimed),
    claimable: of(({ claimed }) => !claimed),
    byLevel: LEVELS.map((level) => ({ level, amount: of((sum) => sum.level === level) })),
    byKind: KINDS.map((kind) => ({ kind, amount: of((sum) => sum.kind === kind) })),
    pool: format(pool),
  };
}

/** What a member has earned, in USDT base units. */
export async function sumBonuses(database: Queryable, memberId: string, now: Date): Promise<BonusSum[]> {
  const claimed = sql<boolean>`${bonus.claimId} is not null`;
  return database
    .select({
      kind: bonus.kind,
      level: bonus.level,
      claimed,
      amount: sql`sum(${bonus.amount}::numeric)`.mapWith((value: string) => BigInt(value)),
    })
    .from(bonus)
    .where(and(eq(bonus.memberId, memberId), isEarned(now)))
    .groupBy(bonus.kind, bonus.level, claimed);
}

export function totalOf(sums: readonly BonusSum[]): bigint {
  return sums.reduce((total, { amount }) => total + amount, 0n);
}

function format(amount: bigint): string {
  return toDecimalString(amount, tokenDecimals.USDT);
}
