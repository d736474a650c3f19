import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { auditLedger, auditWithin } from '../../../provider/ledger/audit.ts';
import { postPending, settlePending } from '../../../provider/ledger/post.ts';
import { adminUrl } from '../../support/as-admin.ts';
import { NOON, openLedger, type TestLedger, transfer } from './open-ledger.ts';

let ledger: TestLedger;
let admins: Database;
let anna: string;
const [paid, waiting, stake] = [v7(), v7(), v7()];

beforeAll(async () => {
  ledger = await openLedger(4);
  admins = createDatabase(createPool(adminUrl(ledger.url), { max: 1 }));
  anna = await ledger.member({ USDT: 1_000n, JU: 50n });
  await ledger.post({ kind: 'TRANSFER', entries: transfer(anna, await ledger.member(), 'USDT', 100n, 2n), remark: 'rent' });
  await ledger.post({
    kind: 'STAKE',
    entries: [
      { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -30n },
      { account: promiseAccount('REWARD_POOL_RESERVED', stake), token: 'JUF', amountBaseUnits: 30n },
    ],
  });
  for (const id of [paid, waiting]) {
    await inTransaction(ledger.db, (tx) =>
      postPending(tx, {
        id,
        kind: 'PAYOUT',
        occurredAt: NOON,
        entries: [
          { account: memberAccount('AVAILABLE', anna), token: 'USDT', amountBaseUnits: -10n },
          { account: promiseAccount('PAYOUT_IN_TRANSIT', id), token: 'USDT', amountBaseUnits: 10n },
        ],
      }),
    );
  }
  await inTransaction(ledger.db, (tx) => settlePending(tx, { id: v7(), pendingId: paid, occurredAt: NOON }));
});

afterAll(async () => {
  await admins.$client.end();
  await ledger.close();
});

const promised = (amount: string) => [
  sql`select 'REWARD_POOL_RESERVED' as kind, 'JUF' as token, ${stake}::uuid as owner_id, ${sql.raw(amount)}::numeric as amount`,
];

/** With all triggers disabled, as only a superuser can; audited before the rollback. */
async function auditAfter(plant: string): Promise<string> {
  const found = new Error('rolled back');
  let code = '';
  await inTransaction(admins, async (tx) => {
    await tx.$client.query(`set local session_replication_role = replica; ${plant}`);
    const report = await auditWithin(tx, promised('30'));
    code = report.sound ? 'SOUND' : report.firstBreak.code;
    throw found;
  }).catch((error: unknown) => expect(error).toBe(found));
  return code;
}

/** A constraint prevents some of the faults; afterwards it looks as if it had always been there. */
function without(constraint: string, table: string, plant: string, back: string): string {
  return `alter table ${table} drop constraint ${constraint}; ${plant}; alter table ${table} add constraint ${constraint} ${back} not valid;
          update pg_constraint set convalidated = true where conname = '${constraint}'`;
}

function withoutWholeNumbers(plant: string): string {
  return `alter domain ledger_amount drop constraint ledger_amount_check; ${plant};
          alter domain ledger_amount add constraint ledger_amount_check check (scale(value) = 0 and abs(value) < 1e60) not valid;
          update pg_constraint set convalidated = true where conname = 'ledger_amount_check'`;
}

const ANNAS = `(select id from ledger_account where kind = 'AVAILABLE' and token = 'USDT' and owner_id = '{anna}')`;
const RENT = `(select id from ledger_transaction where remark = 'rent')`;
const CORRUPTIONS: readonly [string, string, string][] = [
  ['nothing', 'select 1', 'SOUND'],
  ['a trigger switched off', 'alter table ledger_entry disable trigger ledger_entry_enter', 'GUARD_MISSING'],
  ['a trigger dropped', 'drop trigger ledger_account_open on ledger_account', 'GUARD_MISSING'],
  ['a right to write given away', 'grant update (balance) on ledger_account to public', 'GUARD_MISSING'],
  ['a constraint dropped', 'alter table ledger_account drop constraint ledger_account_not_negative', 'GUARD_MISSING'],
  ['a balance that is no number', withoutWholeNumbers(`update ledger_account set balance = 'NaN' where id = ${ANNAS}`), 'AMOUNT_NOT_WHOLE'],
  [
    'a fraction in an entry',
    withoutWholeNumbers(`update ledger_entry set amount = amount + 0.5 where account_id = ${ANNAS} and seq = 1`),
    'AMOUNT_NOT_WHOLE',
  ],
  ['an entry deleted', `delete from ledger_entry where transaction_id = ${RENT} and ordinal = 1`, 'TRANSACTION_TORN'],
  ['a transaction deleted', `delete from ledger_transaction where remark = 'rent'`, 'TRANSACTION_TORN'],
  [
    'a transaction that says more entries than it has',
    `update ledger_transaction set entry_count = 9 where remark = 'rent'`,
    'TRANSACTION_TORN',
  ],
  ['a kind changed', `update ledger_transaction set kind = 'BONUS' where remark = 'rent'`, 'TRANSACTION_TORN'],
  ['an amount changed', `update ledger_entry set amount = amount + 1 where account_id = ${ANNAS} and seq = 1`, 'NOT_ZERO_SUM'],
  [
    'two amounts changed so that they balance',
    `update ledger_entry set amount = amount + case when amount > 50 then 1 else -1 end where transaction_id = ${RENT} and abs(amount) > 50`,
    'CHAIN_BROKEN',
  ],
  [
    'a running balance changed',
    `update ledger_entry set balance_after = balance_after + 1 where account_id = ${ANNAS} and seq = 1`,
    'CHAIN_BROKEN',
  ],
  ['a gap in the numbers', `update ledger_entry set seq = seq + 100 where account_id = ${ANNAS} and seq > 1`, 'CHAIN_BROKEN'],
  ['a time that falls', `update ledger_entry set created_at = '2020-01-01' where account_id = ${ANNAS} and seq = 2`, 'CHAIN_BROKEN'],
  ['a balance raised', `update ledger_account set balance = balance + 1 where id = ${ANNAS}`, 'BALANCE_DIFFERS'],
  [
    'a balance moved',
    `update ledger_account set balance = balance + case when id = ${ANNAS} then 1 else -1 end where token = 'USDT' and balance > 0`,
    'BALANCE_DIFFERS',
  ],
  ['a count changed', `update ledger_account set entry_count = entry_count + 1 where id = ${ANNAS}`, 'BALANCE_DIFFERS'],
  ['an account deleted', `delete from ledger_account where id = ${ANNAS}`, 'BALANCE_DIFFERS'],
  [
    'an overdraft',
    without(
      'ledger_account_not_negative',
      'ledger_account',
      `insert into ledger_transaction (id, kind, entry_count, occurred_at, hash) values ('{id}', 'ADJUSTMENT', 2, '2027-01-01', sha256('x'));
       insert into ledger_entry select '{id}', row_number() over (order by id), id, token, 'ADJUSTMENT', d, 0, balance + d, entry_count + 1, '2027-01-01'
         from (select *, case when id = ${ANNAS} then -5000 else 5000 end as d from ledger_account
                where id = ${ANNAS} or (kind = 'TREASURY' and token = 'USDT' and shard = 0)) a;
       update ledger_account a set balance = e.balance_after, entry_count = e.seq, last_entry_at = e.created_at from ledger_entry e
        where e.account_id = a.id and e.transaction_id = '{id}'`,
      `check (balance >= 0 or kind >= 'UNCOVERED_LOSS')`,
    ),
    'BALANCE_NEGATIVE',
  ],
  ['a shard missing', `delete from ledger_account where kind = 'BURNED' and token = 'JU' and shard = 7`, 'ACCOUNT_MISPLACED'],
  [
    'an account that belongs to nobody',
    `update ledger_account set owner_id = '00000000-0000-0000-0000-000000000000' where id = ${ANNAS}`,
    'ACCOUNT_MISPLACED',
  ],
  ['a remark changed', `update ledger_transaction set remark = 'gift' where remark = 'rent'`, 'HASH_DIFFERS'],
  ['a time changed', `update ledger_transaction set occurred_at = '2020-01-01' where remark = 'rent'`, 'HASH_DIFFERS'],
  ['an entry given to another account', `update ledger_account set owner_id = '{id}' where id = ${ANNAS}`, 'HASH_DIFFERS'],
  ['a hash changed', `update ledger_transaction set hash = sha256('x') where remark = 'rent'`, 'HASH_DIFFERS'],
];

describe('the audit', () => {
  it('counts what it read', async () => {
    expect(await auditLedger(ledger.db, promised('30'))).toMatchObject({ sound: true, figures: { transactions: 7n } });
  });

  it.each(CORRUPTIONS)('after %s', async (_name, plant, code) => {
    expect(await auditAfter(plant.replaceAll('{anna}', anna).replaceAll('{id}', v7()))).toBe(code);
  });

  it('after an undone resolution with an adjusted hash', async () => {
    const rehash = `update ledger_transaction t set hash = ledger_hash(t.id, t.kind, t.phase, t.resolves, t.occurred_at, t.chain_hash, t.remark, i.items) from (
      select transaction_id, string_agg(concat_ws(':', a.kind, a.token, a.owner_id, e.amount, e.fee) || ';', '' order by a.kind, a.token, a.owner_id) as items
        from ledger_entry e join ledger_account a on a.id = e.account_id group by transaction_id) i where i.transaction_id = t.id`;
    expect(await auditAfter(`update ledger_transaction set phase = 'SINGLE' where id = '${paid}'; ${rehash}`)).toBe('RESOLUTION_WRONG');
    expect(await auditAfter(`update ledger_transaction set resolves = '${waiting}' where resolves = '${paid}'; ${rehash}`)).toBe(
      'RESOLUTION_WRONG',
    );
    expect(await auditAfter(`update ledger_transaction set phase = 'SINGLE', resolves = null where resolves = '${paid}'; ${rehash}`)).toBe(
      'PENDING_MISSING',
    );
    expect(
      await auditAfter(`update ledger_entry set fee = 3 where account_id = ${ANNAS.replace('{anna}', anna)} and fee = 2; ${rehash}`),
    ).toBe('FEE_NOT_EARNED');
  });

  it('finds a promise not covered by its reserve, with both figures', async () => {
    expect(await auditLedger(ledger.db, [...promised('30'), ...promised('1')])).toMatchObject({
      sound: false,
      firstBreak: { code: 'PROMISE_UNCOVERED', detail: { owner_id: stake, promised: '31', held: '30' } },
    });
    const never = sql`select 'STAKED' as kind, 'JUF' as token, ${v7()}::uuid as owner_id, 1::numeric as amount`;
    expect(await auditLedger(ledger.db, [never])).toMatchObject({
      sound: false,
      firstBreak: { code: 'PROMISE_UNCOVERED', detail: { held: '0' } },
    });
  });

  it('reads a single moment while business continues', async () => {
    const ben = await ledger.member();
    const business = Array.from({ length: 40 }, () => ledger.post({ entries: transfer(anna, ben, 'JU', 1n) }));
    const audits = Array.from({ length: 5 }, () => auditLedger(ledger.db));
    for (const report of await Promise.all(audits)) expect(report).toMatchObject({ sound: true });
    await Promise.all(business);
  });
});
