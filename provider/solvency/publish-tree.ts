import { randomBytes } from 'node:crypto';
import { desc, lt, sql } from 'drizzle-orm';
import { bytesToHex, type Hex } from 'viem';
import { hashRoot, type SumNode, type Sums } from '../../src/lib/reserves/sum-tree.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Token } from '../ledger/account.ts';
import { dayBefore, startOfDay, utcDay } from '../utc-day.ts';
import { buildTree, type Leaf } from './build-tree.ts';
import { reserveLeaf, reserveNode, reserveTree } from './schema.ts';

const DAY_MS = 86_400_000;
/** Entries dated before midnight may be written slightly after it, but no call takes this long. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** How long a member can get the proof of their leaf of a day. */
const KEPT_DAYS = 7;
const ROWS_AT_ONCE = 5_000;
const MEMBERS_AT_ONCE = 10_000;
/** Sorts before every member's id. */
const NOBODY_BEFORE = '00000000-0000-0000-0000-000000000000';

export interface PublishedTree {
  date: string;
  root: Hex;
  total: Sums;
}

interface BuiltTree extends PublishedTree {
  leaves: readonly Leaf[];
  levels: readonly SumNode[][];
}

/**
 * Publishes members' balances at the end of yesterday (UTC) as a Merkle sum tree, once a day, by whichever process; `null` if there is
 * nothing to do. The balances follow from members' histories, so anyone can later verify what a leaf must contain.
 */
export async function publishTree(database: Database, now: Date): Promise<PublishedTree | null> {
  const midnight = startOfDay(now);
  if (now.getTime() - midnight.getTime() < SETTLED_AFTER_MS) return null;
  const date = dayBefore(now);
  const last = await readLastTree(database);
  // A later date means that the clock was set back.
  if (last !== null && last.date >= date) return null;
  const leaves = await readLeaves(database, midnight);
  if (leaves.length === 0) return null;
  const levels = await buildTree(leaves);
  const top = levels.at(-1)?.[0];
  if (top === undefined) throw new Error('a tree of leaves has no top');
  const tree: PublishedTree = { date, root: hashRoot(date, top), total: top.sums };
  const isFirst = await inTransaction(database, (tx) => store(tx, { ...tree, leaves, levels }, now));
  return isFirst ? tree : null;
}

export async function readLastTree(database: Queryable): Promise<PublishedTree | null> {
  const [row] = await database.select().from(reserveTree).orderBy(desc(reserveTree.date)).limit(1);
  return row === undefined ? null : { date: row.date, root: row.root, total: { JU: row.ju, JUF: row.juf, USDT: row.usdt } };
}

/** All members who had joined, with or without balances, in the random order of their salts. */
async function readLeaves(database: Queryable, midnight: Date): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for (let after = NOBODY_BEFORE; ;) {
    // In batches, so that each statement is quick. Balances at midnight can't change between them.
    const some = await readSums(database, midnight, after);
    for (const [memberId, sums] of some) leaves.push({ memberId, salt: bytesToHex(randomBytes(32)), sums });
    const last = [...some.keys()].at(-1);
    if (last === undefined) return leaves.sort((a, b) => (a.salt < b.salt ? -1 : 1));
    after = last;
  }
}

async function readSums(database: Queryable, midnight: Date, after: string): Promise<Map<string, Sums>> {
  const before = midnight.toISOString();
  const { rows } = await database.execute<{ owner_id: string; token: Token; balance: string }>(sql`
    select a.owner_id, a.token, sum(coalesce(e.balance_after::numeric, 0))::text as balance
      from (select id from member where id > ${after} and created_at < ${before} order by id limit ${MEMBERS_AT_ONCE}) m
      join ledger_account a on a.owner_id = m.id and a.kind in ('AVAILABLE', 'LOCKED')
      left join lateral (
        select balance_after from ledger_entry where account_id = a.id and created_at < ${before} order by seq desc limit 1
      ) e on true
     group by a.owner_id, a.token order by a.owner_id`);
  const sums = new Map<string, Sums>();
  for (const { owner_id: memberId, token, balance } of rows) {
    const has = sums.get(memberId) ?? { JU: 0n, JUF: 0n, USDT: 0n };
    has[token] = BigInt(balance);
    sums.set(memberId, has);
  }
  return sums;
}

/** Returns false if another process has stored this day's tree already. */
async function store(tx: Transaction, { date, root, total, leaves, levels }: BuiltTree, now: Date): Promise<boolean> {
  const made = await tx
    .insert(reserveTree)
    .values({ date, root, leaves: leaves.length, ju: total.JU, juf: total.JUF, usdt: total.USDT, builtAt: now })
    .onConflictDoNothing()
    .returning({ date: reserveTree.date });
  if (made.length === 0) return false;
  const nodes = levels.flatMap((level, index) =>
    level.map(({ hash, sums }, place) => ({ date, level: index, place, hash, ju: sums.JU, juf: sums.JUF, usdt: sums.USDT })),
  );
  for (const some of inParts(nodes)) await tx.insert(reserveNode).values(some);
  for (const some of inParts(leaves.map(({ memberId, salt }, place) => ({ memberId, date, place, salt }))))
    await tx.insert(reserveLeaf).values(some);
  const tooOld = utcDay(new Date(startOfDay(now).getTime() - (KEPT_DAYS + 1) * DAY_MS));
  await tx.delete(reserveLeaf).where(lt(reserveLeaf.date, tooOld));
  await tx.delete(reserveNode).where(lt(reserveNode.date, tooOld));
  return true;
}

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) yield rows.slice(first, first + ROWS_AT_ONCE);
}
