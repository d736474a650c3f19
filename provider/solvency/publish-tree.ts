import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { bytesToHex, type Hex } from 'viem';
import type { contract } from '../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../src/lib/api/contract/define-call.ts';
import { hashLeaf, hashRoot, joinNodes, type SumNode, type Sums } from '../../src/lib/reserves/sum-tree.ts';
import { createDatabase, type Database, jsonBytes, type Queryable, type Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { createPool } from '../db/pool.ts';
import type { ReadPart } from '../db/read-for-many.ts';
import type { Token } from '../ledger/account.ts';
import { inTokens } from '../token-amounts.ts';
import { dayBefore, startOfDay, utcDay } from '../utc-day.ts';
import { reserveLeaf, reserveNode, reserveTree } from './schema.ts';

const DAY_MS = 86_400_000;
/** Entries dated before midnight may be written slightly after it, but no call takes this long. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** How long a member can get the proof of their leaf of a day. */
const KEPT_DAYS = 7;
/** Even, so that no two that belong together are read apart. What is held in memory doesn't grow with the members. */
const NODES_AT_ONCE = 4_096;

export interface PublishedTree {
  date: string;
  root: Hex;
  total: Sums;
}

/**
 * Publishes members' balances at the end of yesterday (UTC) as a Merkle sum tree, once a day, by whichever process; `null` if there is
 * nothing to do. The balances follow from members' histories, so anyone can later verify what a leaf must contain. A member who never held
 * anything has no leaf. A million leaves take minutes, but no more memory than a few thousand.
 */
export async function publishTree(database: Database, now: Date): Promise<PublishedTree | null> {
  const midnight = startOfDay(now);
  if (now.getTime() - midnight.getTime() < SETTLED_AFTER_MS) return null;
  const date = dayBefore(now);
  const last = await readLastTree(database);
  // A later date means that the clock was set back.
  if (last !== null && last.date >= date) return null;
  return inTransaction(database, async (tx) => {
    // Another process may be about to publish the same day.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('reserve tree'))`);
    if (((await readLastTree(tx))?.date ?? '') >= date) return null;
    const leaves = await drawLeaves(tx, date, midnight);
    const top = await hashTree(tx, { date, midnight, leaves });
    if (top === undefined) return null;
    const root = hashRoot(date, top);
    const { JU: ju, JUF: juf, USDT: usdt } = top.sums;
    await tx.insert(reserveTree).values({ date, root, leaves, ju, juf, usdt, builtAt: now });
    await forgetOld(tx, now);
    return { date, root, total: top.sums };
  });
}

export async function readLastTree(database: Queryable): Promise<PublishedTree | null> {
  const [row] = await database.select().from(reserveTree).orderBy(desc(reserveTree.date)).limit(1);
  return row === undefined ? null : { date: row.date, root: row.root, total: { JU: row.ju, JUF: row.juf, USDT: row.usdt } };
}

/** Gives every member who has held anything a leaf, in the random order of their salts. Returns how many there are. */
async function drawLeaves(tx: Transaction, date: string, midnight: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into reserve_leaf (member_id, date, place, salt)
    select member_id, ${date}, row_number() over (order by salt) - 1, salt from (
      select a.owner_id as member_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt
        from ledger_account a join ledger_entry first on first.account_id = a.id and first.seq = 1 and first.created_at < ${midnight.toISOString()}
       where a.kind in ('AVAILABLE', 'LOCKED') and a.entry_count > 0 group by a.owner_id
    ) held`);
  return rowCount ?? 0;
}

interface Draft {
  date: string;
  midnight: Date;
  leaves: number;
}

/** Hashes the leaves, and each level from the one below. Returns the top. */
async function hashTree(tx: Transaction, draft: Draft): Promise<SumNode | undefined> {
  const { date, leaves } = draft;
  for (let from = 0; from < leaves; from += NODES_AT_ONCE) await keepNodes(tx, { date, level: 0, from }, await readLeaves(tx, draft, from));
  let level = 0;
  for (let width = leaves; width > 1; width = Math.ceil(width / 2)) {
    for (let from = 0; from < width; from += NODES_AT_ONCE) {
      await keepNodes(tx, { date, level: level + 1, from: from / 2 }, joinLevel(await readNodes(tx, { date, level, from })));
    }
    level += 1;
  }
  const [top] = await readNodes(tx, { date, level, from: 0 });
  return top;
}

async function readLeaves(tx: Transaction, { date, midnight }: Draft, from: number): Promise<SumNode[]> {
  const sumOf = (token: Token) => sql`coalesce(sum(e.balance_after::numeric) filter (where a.token = ${token}), 0)::text`;
  const { rows } = await tx.execute<{ member_id: string; salt: Buffer } & Record<'ju' | 'juf' | 'usdt', string>>(sql`
    select l.member_id, l.salt, ${sumOf('JU')} as ju, ${sumOf('JUF')} as juf, ${sumOf('USDT')} as usdt
      from reserve_leaf l join ledger_account a on a.owner_id = l.member_id and a.kind in ('AVAILABLE', 'LOCKED')
      left join lateral (
        select balance_after from ledger_entry where account_id = a.id and created_at < ${midnight.toISOString()} order by seq desc limit 1
      ) e on true
     where l.date = ${date} and l.place >= ${from} and l.place < ${from + NODES_AT_ONCE} group by l.place, l.member_id, l.salt order by l.place`);
  return rows.map(({ salt, member_id, ju, juf, usdt }) =>
    hashLeaf(bytesToHex(salt), member_id, { JU: BigInt(ju), JUF: BigInt(juf), USDT: BigInt(usdt) }),
  );
}

interface Place {
  date: string;
  level: number;
  from: number;
}

async function readNodes(tx: Transaction, { date, level, from }: Place): Promise<SumNode[]> {
  const rows = await tx
    .select()
    .from(reserveNode)
    .where(
      and(
        eq(reserveNode.date, date),
        eq(reserveNode.level, level),
        gte(reserveNode.place, from),
        lt(reserveNode.place, from + NODES_AT_ONCE),
      ),
    )
    .orderBy(reserveNode.place);
  return rows.map(({ hash, ju, juf, usdt }) => ({ hash, sums: { JU: ju, JUF: juf, USDT: usdt } }));
}

async function keepNodes(tx: Transaction, { date, level, from }: Place, nodes: readonly SumNode[]): Promise<void> {
  await tx
    .insert(reserveNode)
    .values(
      nodes.map(({ hash, sums: { JU: ju, JUF: juf, USDT: usdt } }, index) => ({ date, level, place: from + index, hash, ju, juf, usdt })),
    );
}

async function forgetOld(tx: Transaction, now: Date): Promise<void> {
  const tooOld = utcDay(new Date(startOfDay(now).getTime() - (KEPT_DAYS + 1) * DAY_MS));
  await tx.delete(reserveLeaf).where(lt(reserveLeaf.date, tooOld));
  await tx.delete(reserveNode).where(lt(reserveNode.date, tooOld));
}

interface Work {
  databaseUrl: string;
  now: Date;
}

const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** Far more than a batch of nodes takes; more would be a leak, which ends the thread and not the process. */
const MOST_MEMORY_MB = 512;

/** Publishes the day's tree from a thread of its own: a million hashes must not keep those waiting whom this process serves. Returns its root. */
export async function publishApart(work: Work): Promise<string | null> {
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  // A process that ends leaves the tree to another run.
  worker.unref();
  const failed = once(worker, 'exit').then(() => {
    throw new Error('the thread that publishes reserves ended');
  });
  // Rejects with what the thread threw.
  const [root] = (await Promise.race([once(worker, 'message'), failed])) as [string | null];
  return root;
}

if (parentPort !== null && isWork(workerData)) {
  const { databaseUrl, now } = workerData;
  const pool = createPool(databaseUrl, { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    parentPort.postMessage((await publishTree(createDatabase(pool), now))?.root ?? null);
  } finally {
    await pool.end();
  }
}

/** Other threads can have this module, too: tests run in some. */
function isWork(given: unknown): given is Work {
  return typeof given === 'object' && given !== null && 'databaseUrl' in given;
}

/** The level above, half as wide. An odd node at the end moves up unchanged: nothing is counted twice or made up. */
export function joinLevel(level: readonly SumNode[]): SumNode[] {
  const above: SumNode[] = [];
  for (let place = 0; place < level.length; place += 2) {
    const [left, right] = [level[place], level[place + 1]];
    if (left !== undefined) above.push(right === undefined ? left : joinNodes(left, right));
  }
  return above;
}

type Proof = NonNullable<SentDataOf<(typeof contract)['walletOverview']>['reserveProof']>;
type Row = {
  date: string;
  root: string;
  salt: string;
  hash: string | null;
  place: number | null;
  ju: string | null;
  juf: string | null;
  usdt: string | null;
};

/** The member's leaf in the newest tree that includes them, and its siblings up to the root; undefined if they are in none. */
export const proofPart: ReadPart<Row, Proof | undefined> = {
  text: `
    with mine as (
      select l.date, l.place, l.salt, t.root from reserve_leaf l join reserve_tree t using (date) where l.member_id = asked.member_id order by l.date desc limit 1
    )
    select m.date::text, m.root, m.salt, n.hash, n.place, n.ju::text, n.juf::text, n.usdt::text
      from mine m left join lateral (
        select level, hash, place, ju, juf, usdt from generate_series(0, 31) up join reserve_node on level = up and place = (m.place >> up) # 1
         where date = m.date
      ) n on true order by n.level`,
  read: presentProof,
};

function presentProof(rows: Row[]): Proof | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    date: first.date,
    root: jsonBytes(first.root),
    salt: jsonBytes(first.salt),
    path: rows.flatMap(({ hash, place, ju, juf, usdt }) => {
      if (hash === null || place === null || ju === null || juf === null || usdt === null) return [];
      const sums = { JU: inTokens(BigInt(ju), 'JU'), JUF: inTokens(BigInt(juf), 'JUF') };
      const side = place % 2 === 0 ? ('LEFT' as const) : ('RIGHT' as const);
      return [{ side, hash: jsonBytes(hash), sums: { ...sums, USDT: inTokens(BigInt(usdt), 'USDT') } }];
    }),
  };
}
