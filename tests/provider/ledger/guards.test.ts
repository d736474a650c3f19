import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createPool } from '../../../provider/db/pool.ts';
import { databaseError } from '../../../provider/db/sql-state.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { adminUrl } from '../../support/as-admin.ts';
import { asServerRole } from '../../support/server-role.ts';
import { openLedger, type TestLedger, transfer } from './open-ledger.ts';

/** In plain SQL, bypassing all our code: what the database itself refuses. */

let ledger: TestLedger;
let admins: Pool;
let servers: Pool;
let anna: string;
let ben: string;
let posted: string;

beforeAll(async () => {
  ledger = await openLedger(2);
  admins = createPool(adminUrl(ledger.url), { max: 1 });
  servers = createPool(asServerRole(ledger.url), { max: 1 });
  anna = await ledger.member({ USDT: 1_000n, JU: 1_000n });
  ben = await ledger.member({ USDT: 1_000n });
  posted = v7();
  await ledger.post({ id: posted, kind: 'TRANSFER', entries: transfer(anna, ben, 'USDT', 100n) });
});

afterAll(async () => {
  await admins.end();
  await servers.end();
  await ledger.close();
});

/** The name of the violated rule; all statements run in one transaction, which is rolled back. */
function refusal(...statements: string[]): Promise<string> {
  return refusalOf(ledger.pool, statements);
}

async function refusalOf(pool: Pool, statements: readonly string[]): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('set constraints all immediate');
    await client.query('rollback');
    return 'accepted';
  } catch (error) {
    await client.query('rollback');
    const refused = databaseError(error);
    return refused?.constraint ?? refused?.code ?? String(error);
  } finally {
    client.release();
  }
}

function header(id: string, entryCount: number, more = ''): string {
  return `insert into ledger_transaction (id, kind, entry_count, occurred_at, hash${more === '' ? '' : ', phase, resolves'})
          values ('${id}', 'TRANSFER', ${entryCount}, now(), sha256('x')${more})`;
}

type SqlEntry = {
  of: 'anna' | 'ben';
  amount: string;
  token?: string;
  account?: string;
  fee?: string;
  after?: string;
  seq?: string;
  at?: string;
  kind?: string;
  ordinal?: number;
};

/** Entries that continue their accounts correctly unless a case says otherwise. */
function entries(id: string, rows: readonly SqlEntry[]): string {
  const selects = rows.map((row, index) => {
    const token = row.token ?? 'USDT';
    return `select '${id}'::uuid, ${row.ordinal ?? index + 1}, a.id, '${token}'::ledger_token, '${row.kind ?? 'TRANSFER'}'::ledger_kind, ${row.amount}, ${row.fee ?? '0'},
                   ${row.after ?? `a.balance + (${row.amount})`}, ${row.seq ?? 'a.entry_count + 1'}, ${row.at ?? "'2027-01-01'::timestamptz"}
              from ledger_account a where a.owner_id = '${row.of === 'anna' ? anna : ben}' and a.kind = 'AVAILABLE' and a.token = '${row.account ?? token}'`;
  });
  return `insert into ledger_entry (transaction_id, ordinal, account_id, token, kind, amount, fee, balance_after, seq, created_at) ${selects.join(' union all ')}`;
}

const give = (amount: string, more: Partial<SqlEntry> = {}): SqlEntry => ({ of: 'anna', amount: `-(${amount})`, ...more });
const take = (amount: string, more: Partial<SqlEntry> = {}): SqlEntry => ({ of: 'ben', amount, ...more });

describe('a valid transaction in SQL', () => {
  it('is accepted, so the refusals below have their stated reasons', async () => {
    const id = v7();
    expect(await refusal(header(id, 2), entries(id, [give('5'), take('5')]))).toBe('accepted');
  });
});

describe('entries', () => {
  it.each<[string, SqlEntry[], string]>([
    ['that do not sum to zero', [give('5'), take('6')], 'ledger_zero_sum'],
    ['that balance only across tokens', [give('5'), { of: 'anna', amount: '5', token: 'JU' }], 'ledger_zero_sum'],
    ['of a fraction', [give('1.6'), take('1.6')], 'ledger_amount_check'],
    ['of a fraction that is zero', [give('1.0'), take('1.0')], 'ledger_amount_check'],
    ['that are not a number', [give(`'NaN'::numeric`), take(`'NaN'::numeric`)], 'ledger_amount_check'],
    ['without end', [give(`'Infinity'::numeric`), take(`'Infinity'::numeric`)], 'ledger_amount_check'],
    ['of sixty-one digits', [give('1e60'), take('1e60')], 'ledger_amount_check'],
    ['of zero', [give('0'), take('0')], 'ledger_change_check'],
    ['above the balance', [give('901'), take('901')], 'ledger_account_not_negative'],
    ['with a fee larger than what was given', [give('5', { fee: '6' }), take('5')], 'ledger_entry_fee'],
    ['with a fee on what was received', [give('5'), take('5', { fee: '1' })], 'ledger_entry_fee'],
    ['with a negative fee', [give('5', { fee: '-1' }), take('5')], 'ledger_fee_check'],
    ['with a balance of their own making', [give('5', { after: 'a.balance' }), take('5')], 'ledger_continues'],
    ['with a number that leaves a gap', [give('5', { seq: 'a.entry_count + 2' }), take('5')], 'ledger_continues'],
    ['with a number that was used', [give('5', { seq: 'a.entry_count' }), take('5')], 'ledger_entry_seq'],
    ['earlier than the account', [give('5', { at: `'2020-01-01'::timestamptz` }), take('5')], 'ledger_continues'],
    [
      'in a token that is not the account’s',
      [give('5', { token: 'JUF', account: 'USDT' }), take('5', { token: 'JUF', account: 'USDT' })],
      'ledger_continues',
    ],
    ['of another kind than their transaction', [give('5', { kind: 'ROI' }), take('5', { kind: 'ROI' })], 'ledger_whole'],
    ['that skip an ordinal', [give('5'), take('5', { ordinal: 3 })], 'ledger_whole'],
  ])('%s are refused', async (_name, rows, constraint) => {
    const id = v7();
    expect(await refusal(header(id, rows.length), entries(id, rows))).toBe(constraint);
  });

  it('of the same account twice are refused', async () => {
    const id = v7();
    const again = give('3', { seq: 'a.entry_count + 2', after: 'a.balance - 8' });
    expect(await refusal(header(id, 3), entries(id, [give('5'), again, take('8')]))).toBe('ledger_continues');
  });

  it('in two statements are refused', async () => {
    const id = v7();
    expect(await refusal(header(id, 2), entries(id, [give('5')]), entries(id, [take('5', { ordinal: 2 })]))).toBe('ledger_whole');
  });

  it('of two transactions in one statement, which balance only together, are refused', async () => {
    const [one, other] = [v7(), v7()];
    const both = `${entries(one, [give('5'), { of: 'anna', amount: '5', token: 'JU' }])} union all ${entries(other, [take('5', { ordinal: 3 }), { of: 'ben', amount: '-5', token: 'JU', ordinal: 4 }]).replace(/^insert into [^)]*\) /, '')}`;
    expect(await refusal(header(one, 4), header(other, 4), both)).toBe('ledger_whole');
  });

  describe('of several transactions in one statement', () => {
    const later = (more: Partial<SqlEntry> = {}): Partial<SqlEntry> => ({
      seq: 'a.entry_count + 2',
      at: "'2027-01-02'::timestamptz",
      ...more,
    });

    function both(first: readonly SqlEntry[], second: readonly SqlEntry[]): Promise<string> {
      const [one, other] = [v7(), v7()];
      const rest = entries(other, second).replace(/^insert into [^)]*\) /, '');
      return refusal(header(one, first.length), header(other, second.length), `${entries(one, first)} union all ${rest}`);
    }

    it('are accepted where each is whole and balanced, and continues its accounts', async () => {
      const second = [give('7', later({ after: 'a.balance - 12' })), take('7', later({ after: 'a.balance + 12' }))];
      expect(await both([give('5'), take('5')], second)).toBe('accepted');
    });

    it.each<[string, SqlEntry[], SqlEntry[], string]>([
      [
        'balance only together',
        [give('5'), take('6')],
        [give('7', later({ after: 'a.balance - 12' })), take('6', later({ after: 'a.balance + 12' }))],
        'ledger_zero_sum',
      ],
      [
        'are not whole',
        [give('5'), take('5')],
        [give('7', later({ ordinal: 2, after: 'a.balance - 12' })), take('7', later({ ordinal: 3 }))],
        'ledger_whole',
      ],
      [
        'leave a gap between them',
        [give('5'), take('5')],
        [give('7', later({ seq: 'a.entry_count + 3', after: 'a.balance - 12' })), take('7', later({ after: 'a.balance + 12' }))],
        'ledger_continues',
      ],
      [
        'both begin from the same balance',
        [give('5'), take('5')],
        [give('7', later({ after: 'a.balance - 7' })), take('7', later({ after: 'a.balance + 7' }))],
        'ledger_continues',
      ],
      [
        'go back in time',
        [give('5'), take('5')],
        [give('7', later({ after: 'a.balance - 12', at: "'2026-12-31'::timestamptz" })), take('7', later({ after: 'a.balance + 12' }))],
        'ledger_continues',
      ],
      [
        'overdraw in between',
        [give('901'), take('901')],
        [
          { of: 'ben', amount: '-901', ...later({ after: 'a.balance' }) },
          { of: 'anna', amount: '901', ...later({ after: 'a.balance' }) },
        ],
        'ledger_account_not_negative',
      ],
      [
        'name an account twice in one',
        [give('5'), give('3', { seq: 'a.entry_count + 2', after: 'a.balance - 8' }), take('8')],
        [
          give('7', { seq: 'a.entry_count + 3', after: 'a.balance - 15', at: "'2027-01-02'::timestamptz" }),
          take('7', later({ after: 'a.balance + 15' })),
        ],
        'ledger_continues',
      ],
    ])('are refused where they %s', async (_name, first, second, constraint) => {
      expect(await both(first, second)).toBe(constraint);
    });
  });

  it('added to a committed transaction are refused', async () => {
    expect(await refusal(entries(posted, [give('5', { ordinal: 3 }), take('5', { ordinal: 4 })]))).toBe('ledger_whole');
    expect(await refusal(entries(posted, [give('5'), take('5')]))).toBe('ledger_entry_pkey');
  });

  it('without a transaction are refused', async () => {
    expect(await refusal(entries(v7(), [give('5'), take('5')]))).toBe('ledger_whole');
  });

  it('that ON CONFLICT drops change no balance', async () => {
    const before = await ledger.available(anna, 'USDT');
    expect(await refusal(`${entries(posted, [give('5'), take('5')])} on conflict do nothing`)).toBe('accepted');
    expect(await ledger.available(anna, 'USDT')).toBe(before);
  });
});

describe('transactions', () => {
  it('without their entries can’t be committed', async () => {
    expect(await refusal(header(v7(), 2))).toBe('ledger_transaction_complete');
  });

  it('with a used id are refused', async () => {
    expect(await refusal(header(posted, 2))).toBe('ledger_transaction_pkey');
  });

  it.each([
    ['resolving nothing', `, 'SETTLE', null`, 'ledger_transaction_resolution'],
    ['resolving without saying how', `, 'SINGLE', '{posted}'`, 'ledger_transaction_resolution'],
    ['resolving what was never pending', `, 'VOID', '{posted}'`, 'ledger_resolves_pending'],
    ['resolving what does not exist', `, 'VOID', '${v7()}'`, 'ledger_transaction_resolves_fkey'],
  ])('%s are refused', async (_name, more, constraint) => {
    const id = v7();
    expect(await refusal(header(id, 2, more.replace('{posted}', posted)), entries(id, [give('5'), take('5')]))).toBe(constraint);
  });
});

describe('history', () => {
  it.each([
    'update ledger_entry set amount = amount',
    'update ledger_transaction set remark = null',
    'update ledger_account set balance = balance + 1',
    'update ledger_account set entry_count = 0 where false',
    'delete from ledger_entry',
    'delete from ledger_transaction where false',
    'delete from ledger_account',
    'truncate ledger_entry cascade',
    'truncate ledger_transaction, ledger_entry cascade',
    'truncate ledger_account',
    `insert into ledger_account (kind, token) values ('FEES', 'JU') on conflict (owner_id, kind, token, shard) do update set balance = 5`,
    `merge into ledger_account a using (select 1) s on a.kind = 'FEES' when matched then update set balance = 5`,
    `insert into ledger_transaction (id, kind, entry_count, occurred_at, hash) values (gen_random_uuid(), 'TRANSFER', 2, now(), sha256('x'))`,
    `alter table ledger_entry disable trigger ledger_entry_enter`,
    `create or replace function ledger_hash() returns void language sql as ''`,
    `set session_replication_role = replica`,
    `insert into database_role values ('stranger', 'SERVER')`,
    `select * from operator_act`,
  ])('and what guards it are closed to the role of the server: %s', async (statement) => {
    // insufficient_privilege (PostgreSQL, appendix A).
    expect(await refusalOf(servers, [statement])).toBe('42501');
  });

  it('grows by the ledger’s functions, which the server may call and nobody else', async () => {
    const post = `select outcome from ledger_post(gen_random_uuid(), 'TRANSFER', 'SINGLE', null, now(), null, null, '{AVAILABLE,AVAILABLE}', '{USDT,USDT}',
      array['${anna}', '${ben}']::uuid[], '{-1,1}', '{0,0}')`;
    expect(await refusalOf(servers, [post])).toBe('accepted');
    expect(await refusalOf(admins, ['create role stranger', 'set local role stranger', post])).toBe('42501');
  });

  it('is closed to all other roles of the database', async () => {
    const asStranger = ['create role stranger', 'set local role stranger'];
    expect(await refusalOf(admins, asStranger)).toBe('accepted');
    expect(await refusalOf(admins, [...asStranger, 'select from ledger_entry'])).toBe('42501');
    expect(await refusalOf(admins, [...asStranger, `update ledger_account set balance = 0`])).toBe('42501');
  });
});

describe('accounts', () => {
  it.each([
    [
      'with money in them',
      `insert into ledger_account (kind, token, owner_id, balance) values ('AVAILABLE', 'JU', gen_random_uuid(), 5)`,
      'ledger_account_opens_empty',
    ],
    ['of a member with no owner', `insert into ledger_account (kind, token) values ('AVAILABLE', 'JU')`, 'ledger_account_owned'],
    [
      'of the system with an owner',
      `insert into ledger_account (kind, token, owner_id) values ('FEES', 'JU', gen_random_uuid())`,
      'ledger_account_owned',
    ],
    [
      'of a member in shards',
      `insert into ledger_account (kind, token, owner_id, shard) values ('AVAILABLE', 'JU', gen_random_uuid(), 1)`,
      'ledger_account_shard',
    ],
    ['twice', `insert into ledger_account (kind, token) values ('FEES', 'JU')`, 'ledger_account_key'],
  ])('%s can’t be opened', async (_name, statement, constraint) => {
    expect(await refusal(statement)).toBe(constraint);
  });
});

it('none of these attempts changed the ledger', async () => {
  expect(await auditLedger(ledger.db)).toMatchObject({ sound: true });
});
