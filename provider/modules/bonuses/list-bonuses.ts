import { and, count, desc, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { sumOf } from '../../db/columns.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { inTokens } from '../../token-amounts.ts';
import { lockMember } from '../account/member.ts';
import { member } from '../account/schema.ts';
import { referralBinding } from '../profile/schema.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { bonus, bonusClaim, bonusHold, referralSale, type SaleKind } from './schema.ts';

type Definition = (typeof contract)['bonusLog'];

const hasBinding = (condition: SQL): SQL => sql`exists (
  select from ${bonusHold} join ${referralBinding} on ${referralBinding.id} = ${bonusHold.bindingId}
   where ${bonusHold.bonusId} = ${bonus.id} and ${condition})`;

/** All its bindings are settled. */
const isSettled = not(hasBinding(isNull(referralBinding.settledAt)));

/** When a bonus becomes the member's: at the sale, or when the last binding it came by is final. */
export const earnedAt: SQL = sql`coalesce(${bonus.heldUntil}, ${bonus.createdAt})`;

/** One of its bindings was undone. */
const isCancelled = hasBinding(isNotNull(referralBinding.undoneAt));

/** GET /profile/bonusLog: newest first; `from` is inclusive, `to` exclusive. A bonus that was held is dated by the end of its hold. */
export async function listBonuses(services: Services, session: Session, query: QueryOf<Definition>): Promise<SentDataOf<Definition>> {
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
    base: inTokens(base, 'USDT'),
    rate: row.rate,
    amount: inTokens(row.amount, 'USDT'),
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
export async function readBonusInfo({ database, clock }: Services, memberId: string): Promise<SentDataOf<(typeof contract)['bonusInfo']>> {
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
      amount: sumOf(bonus.amount),
    })
    .from(bonus)
    .where(and(eq(bonus.memberId, memberId), isEarned(now)))
    .groupBy(bonus.kind, bonus.level, claimed);
}

export function totalOf(sums: readonly BonusSum[]): bigint {
  return sums.reduce((total, { amount }) => total + amount, 0n);
}

function format(amount: bigint): string {
  return inTokens(amount, 'USDT');
}

interface Taking {
  memberId: string;
  claimId: string;
  now: Date;
}

/** POST /profile/claimBonus: pays everything earned so far. */
export async function claimBonus(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
): Promise<SentDataOf<(typeof contract)['claimBonus']>> {
  await lockMember(transaction, memberId);
  const now = clock();
  const id = v7({ msecs: now.getTime() });
  await settleBindings(transaction, memberId, now);
  const amount = await takeUnclaimed(transaction, { memberId, claimId: id, now });
  if (amount === 0n) throw new Refusal('NOTHING_TO_CLAIM');
  const entries = [
    { account: pooledAccount('BONUS_POOL'), token: 'USDT' as const, amountBaseUnits: -amount },
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT' as const, amountBaseUnits: amount },
  ];
  const row = await postPayment(transaction, { id, kind: 'BONUS', occurredAt: now, entries }, { memberId });
  await transaction.insert(bonusClaim).values({ transactionId: id, memberId, amount, createdAt: now });
  return { claimed: inTokens(amount, 'USDT'), transaction: row };
}

/**
 * Settles the due bindings behind this member's bonuses. An undo at the same moment, by a process whose clock is slightly
 * behind, locks the same row: one of the two waits, then finds that the other was first.
 */
async function settleBindings(transaction: Transaction, memberId: string, now: Date): Promise<void> {
  await transaction.execute(sql`
    with due as (
      select r.id from ${referralBinding} r
       where r.settled_at is null and r.undone_at is null and r.final_at <= ${now.toISOString()} and exists (
         select from ${bonusHold} h join ${bonus} b on b.id = h.bonus_id where h.binding_id = r.id and b.member_id = ${memberId} and b.claim_id is null)
       order by r.id for no key update of r
    )
    update ${referralBinding} r set settled_at = ${now.toISOString()} from due where r.id = due.id`);
}

/** Takes and counts them in one statement, so that a bonus earned concurrently isn't taken without being counted. */
async function takeUnclaimed(transaction: Transaction, { memberId, claimId, now }: Taking): Promise<bigint> {
  const taken = transaction.$with('taken').as(
    transaction
      .update(bonus)
      .set({ claimId })
      .where(and(eq(bonus.memberId, memberId), isNull(bonus.claimId), isEarned(now), isSettled))
      .returning({ amount: bonus.amount }),
  );
  const [row] = await transaction
    .with(taken)
    .select({ total: sumOf(taken.amount) })
    .from(taken);
  return row?.total ?? 0n;
}

/** What POST /profile/claimBonus would pay now, in USDT base units. */
export async function claimableBonus(database: Queryable, memberId: string, now: Date): Promise<bigint> {
  return earnedBonus(database, memberId, now, isNull(bonus.claimId));
}

export async function earnedBonus(database: Queryable, memberId: string, now: Date, condition: SQL): Promise<bigint> {
  const [row] = await database
    .select({ total: sumOf(bonus.amount) })
    .from(bonus)
    .where(and(eq(bonus.memberId, memberId), isEarned(now), condition));
  return row?.total ?? 0n;
}

/** Bonuses that belong to members. Held ones, and those whose binding was undone, appear in no figure and no list. */
function isEarned(now: Date): SQL {
  return sql`(${bonus.heldUntil} is null or (${bonus.heldUntil} <= ${now.toISOString()} and not ${isCancelled}))`;
}
