import { type SQL, sql } from 'drizzle-orm';
import { open } from 'node:fs/promises';
import { toDecimalString } from '../../src/lib/amount.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Token } from '../ledger/account.ts';
import type { Member } from '../modules/account/schema.ts';
import { PROMISE_TABLES } from '../modules/promises.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command } from './command.ts';
import { describeMember, MEMBER, memberOf, searchMembers } from './find-member.ts';
import { printList } from './list-what-is-out.ts';

export const supportCommands: readonly Command[] = [
  {
    name: 'find',
    operands: ['<address|uid|username|hash|id>'],
    by: ['SUPPORT', 'FINANCE'],
    what: 'finds members by a current or former address, uid or name, or by the id or hash of a transaction, deposit or payout',
    run: async ({ database, operands: [typed = ''] }) =>
      printList((await searchMembers(database, typed)).map(describeMember), 'No member was found.'),
  },
  {
    name: 'explain',
    operands: [MEMBER],
    by: ['SUPPORT', 'FINANCE'],
    what: 'explains each balance of a member by its entries, and each promise by its terms',
    run: async (input) => explain(input.database, await memberOf(input)),
  },
  {
    name: 'export member',
    operands: [MEMBER],
    options: { out: '<file>' },
    what: 'exports everything stored about one member as JSON, to standard output or to a new file, without secrets',
    run: async (input) => writeExport(await gatherMember(input.database, await memberOf(input)), input.options['out']),
  },
];

type BalanceRow = { account: string; token: Token; balance: string; kind: string; count: string; sum: string };
type PromiseRow = { what: string; terms: Record<string, string | null>; accounts: { kind: string; token: Token; balance: string }[] };

async function explain(database: Database, member: Member): Promise<void> {
  const { uid, username, address } = member;
  console.log(`${uid}  ${username}  ${address}  ${member.id}`);
  const { balances, promises } = await inTransaction(database, (tx) => readAll(tx, member.id), {
    isolation: 'repeatable read',
    readOnly: true,
  });
  const accounts = Map.groupBy(balances, ({ account, token }) => `${account} ${token}`);
  for (const [name, rows] of accounts) {
    const [first] = rows;
    if (first === undefined) continue;
    const whole = (amount: string | bigint): string => inTokens(BigInt(amount), first.token);
    const sum = rows.reduce((total, row) => total + BigInt(row.sum), 0n);
    console.log(`\n${name}: ${whole(first.balance)}`);
    for (const { kind, count, sum: each } of rows) console.log(`  ${whole(each)} by ${count} × ${kind}`);
    if (sum !== BigInt(first.balance)) console.error(`  The entries add up to ${whole(sum)}: run \`audit\`.`);
  }
  for (const { what, terms, accounts: held } of promises) {
    const amounts = held.map(({ kind, token, balance }) => `${kind} ${inTokens(BigInt(balance), token)} ${token}`);
    console.log(`\n${what}: ${amounts.length === 0 ? 'nothing is set aside any more' : amounts.join(', ')}`);
    const owed = asToken(terms['token']);
    for (const [name, value] of Object.entries(terms)) if (name !== 'member_id') console.log(`  ${presentTerm(name, value, owed)}`);
  }
}

/** Stakes are always in JUF, and have no column for it. */
function asToken(text: string | null | undefined): Token {
  return text === 'JU' || text === 'USDT' ? text : 'JUF';
}

async function readAll(tx: Transaction, memberId: string): Promise<{ balances: BalanceRow[]; promises: PromiseRow[] }> {
  const { rows: balances } = await tx.execute<BalanceRow>(sql`
    select a.kind::text as account, a.token::text, (select sum(balance::numeric) from ledger_account b where b.owner_id = a.owner_id and b.kind = a.kind and b.token = a.token)::text as balance,
           t.kind::text, count(*)::text, sum(e.amount::numeric)::text as sum
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
     where a.owner_id = ${memberId} group by a.owner_id, a.kind, a.token, t.kind order by a.kind, a.token, t.kind`);
  const promises: PromiseRow[] = [];
  for (const table of PROMISE_TABLES) {
    const { rows } = await tx.execute<PromiseRow>(sql`
      select ${table} as what, (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(p))) as terms,
             coalesce((select jsonb_agg(jsonb_build_object('kind', a.kind, 'token', a.token, 'balance', a.balance::text) order by a.kind, a.token)
                         from ledger_account a where a.owner_id = (to_jsonb(p) ->> 'id')::uuid and a.balance <> 0), '[]') as accounts
        from ${sql.identifier(table)} p where p.member_id = ${memberId} order by to_jsonb(p) ->> 'id'`);
    promises.push(...rows);
  }
  return { balances, promises };
}

/** Hashes of secrets, and earlier responses: they tell nothing about a member that isn't elsewhere. */
const LEFT_OUT = new Set(['idempotent_answer', 'used_intent']);
const SECRET_COLUMNS = ['token_hash', 'nonce', 'nonce_hash', 'salt'];

async function gatherMember(database: Database, { id, address }: Member): Promise<Record<string, unknown>> {
  return inTransaction(
    database,
    async (tx) => {
      const { rows: tables } = await tx.execute<{ name: string }>(sql`
        select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and c.column_name = 'member_id' and t.table_type = 'BASE TABLE' order by 1`);
      const kept: Record<string, unknown> = { member: await rowsOf(tx, sql`select to_jsonb(m) as row from member m where id = ${id}`) };
      for (const { name } of tables.filter((table) => !LEFT_OUT.has(table.name))) {
        kept[name] = await rowsOf(tx, sql`select to_jsonb(r) as row from ${sql.identifier(name)} r where member_id = ${id}`);
      }
      kept['deposits_by_address'] = await rowsOf(tx, sql`select to_jsonb(d) as row from deposit d where sender = ${address}`);
      kept['ledger'] = await rowsOf(
        tx,
        sql`select jsonb_build_object('transaction', t.id, 'kind', t.kind, 'phase', t.phase, 'at', t.occurred_at, 'remark', t.remark::text, 'account', a.kind,
                   'token', a.token, 'amount', e.amount::text, 'fee', e.fee::text, 'balance_after', e.balance_after::text) as row
              from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
             where a.owner_id = ${id} order by t.id, e.ordinal`,
      );
      return kept;
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

async function rowsOf(tx: Transaction, query: SQL): Promise<Record<string, string | null>[]> {
  // As text, because amounts have more digits than a JSON number can hold.
  const { rows } = await tx.execute<{ row: Record<string, string | null> }>(
    sql`select (select jsonb_object_agg(key, value) from jsonb_each_text(found.row)) as row from (${query}) found`,
  );
  return rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !SECRET_COLUMNS.includes(name))));
}

async function writeExport(kept: Record<string, unknown>, path: string | undefined): Promise<void> {
  const text = JSON.stringify(kept, null, 2);
  if (path === undefined) {
    console.log(text);
    return;
  }
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw new OperatorMistake(`${path} exists already or can’t be written. Name a new file.`, { cause });
  });
  try {
    await file.writeFile(`${text}\n`);
  } finally {
    await file.close();
  }
  console.error(`Wrote ${path}.`);
}

/** One column of a promise, for support: amounts in their tokens, everything else as stored. `owed` is the row's token, if it has one. */
function presentTerm(name: string, value: string | null, owed: Token): string {
  const label = name.replace(/18$/, '');
  if (value === null) return `${label}: none`;
  const unit = unitOf(name, owed);
  return unit === null ? `${label}: ${value}` : `${label}: ${toDecimalString(BigInt(value), unit.decimals)} ${unit.says}`.trimEnd();
}

function unitOf(name: string, owed: Token): { decimals: number; says: string } | null {
  if (name.endsWith('18')) return { decimals: 18, says: 'USDT' };
  if (name === 'power_per_juf') return { decimals: 18, says: '' };
  if (name.endsWith('_usdt')) return { decimals: tokenDecimals.USDT, says: 'USDT' };
  if (name === 'juf' || name.endsWith('_juf')) return { decimals: tokenDecimals.JUF, says: 'JUF' };
  if (name === 'usd') return { decimals: 6, says: 'US dollars' };
  if (['amount', 'fee', 'promised_roi', 'claimed_roi'].includes(name)) return { decimals: tokenDecimals[owed], says: owed };
  return null;
}
