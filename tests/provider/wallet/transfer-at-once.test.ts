import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commitInTime, DeadlinePassed } from '../../../provider/db/in-transaction.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { planTransfer } from '../../../provider/modules/wallet/plan-transfer.ts';
import { moveToMember, transferAtOnce, type TransferAtOnce } from '../../../provider/modules/wallet/transfer.ts';
import { operate } from '../operate.ts';
import { openProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';
import { balanceOf, composeTransfer, fund, newNonce, newPerson, type Person, sendTransfer } from './transfers.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 100_000, signInsPerClient: 10_000 } });
  ada = await newPerson(provider);
  bob = await newPerson(provider);
});
afterAll(async () => {
  expect(await auditLedger(createDatabase(provider.pool))).toMatchObject({ sound: true });
  await provider.stop();
});

async function intentsUsed(): Promise<number> {
  const { rows } = await provider.pool.query<{ n: number }>('select count(*)::int as n from used_intent where member_id = $1', [ada.id]);
  return rows[0]?.n ?? 0;
}

describe('a transfer in one statement', () => {
  it.each([
    ['USDT', '1000', '1.5', 'rent “May” \\ 50 %'],
    ['USDT', '100.1', '100', undefined],
    ['JU', '3.000000000000000001', '1', 'last digit'],
    ['JUF', '123456789012.5', '10000.000000000000000009', ''],
  ] as const)('of %s out of %s answers %s as the list shows it', async (walletType, funds, amount, remark) => {
    const eve = await newPerson(provider);
    await fund(provider, eve.id, walletType, funds);
    const wish = { to: bob, walletType, amount, maxFee: '100', ...(remark === undefined ? {} : { remark }) };
    const answer = await sendTransfer(provider, eve, await composeTransfer(provider, eve, wish));
    const list = await provider.call('walletTransactionList', { token: eve.token });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.data).toEqual({ transaction: list.data[0] });
  });

  it('answers in the same words as one that took the long way', async () => {
    await fund(provider, ada.id, 'USDT', '100');
    const { data } = await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '2', remark: 'r' }));
    const economy = defaultEconomy;
    const recipient = { id: bob.id, uid: bob.uid, username: `ju-${bob.uid}`, address: bob.wallet.address };
    const order = { token: 'USDT', amountBaseUnits: 2_000_000n, maxFeeBaseUnits: 1_000_000n, remark: 'r' } as const;
    const long = await operate(provider, (tx) =>
      moveToMember(tx, { economy, clock: () => provider.time.now }, ada.id, { order, recipient }),
    );
    const { transaction: short } = data as { transaction: typeof long };
    expect(Object.keys(short).sort()).toEqual(Object.keys(long).sort());
    const own = { id: '', hash: '', balanceAfter: '' };
    expect({ ...short, ...own }).toEqual({ ...long, ...own });
  });

  it('leaves the refusal to the long one and moves nothing where the ledger refuses in the middle of it', async () => {
    const before = { used: await intentsUsed(), balance: await balanceOf(provider, ada) };
    const tooMuch = await composeTransfer(provider, ada, { to: bob, amount: '50000', maxFee: '100' });
    expect(await sendTransfer(provider, ada, tooMuch)).toMatchObject({ status: 422, code: 'INSUFFICIENT_BALANCE' });
    // A refusal is what an intent was worth.
    expect(await intentsUsed()).toBe(before.used + 1);
    expect(await balanceOf(provider, ada)).toBe(before.balance);
  });

  it.each([
    ['answered', '1', 200],
    ['refused', '70000', 422],
  ])('that was %s is repeated without an error in the database', async (_how, amount, status) => {
    const key = randomUUID();
    const body = await composeTransfer(provider, ada, { to: bob, amount, maxFee: '100' });
    const first = await sendTransfer(provider, ada, body, key);
    const heard = vi.spyOn(pg.Connection.prototype, 'emit');
    const again = await sendTransfer(provider, ada, body, key);
    const underAnotherKey = await sendTransfer(provider, ada, body);
    const events = heard.mock.calls.map(([event]) => event);
    heard.mockRestore();
    expect([first.status, again.status, again.data]).toEqual([status, status, first.data]);
    expect(underAnotherKey).toMatchObject({ status: 422, code: 'INTENT_USED' });
    expect(events).toContain('commandComplete');
    expect(events).not.toContain('errorMessage');
  });

  it('gives way to the long one under a key whose answer is older than a day', async () => {
    const key = randomUUID();
    const first = await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '1' }), key);
    provider.time.advance(24 * 3_600_000);
    ada = { ...ada, ...(await signIn(provider, ada.wallet)) };
    const second = await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '3' }), key);
    expect([first, second]).toMatchObject([{ status: 200 }, { status: 200, data: { transaction: { amount: '3' } } }]);
    const { rows } = await provider.pool.query('select answer from idempotent_answer where key = $1', [key]);
    expect(rows).toEqual([{ answer: second.data }]);
  });
});

describe('transfers of concurrent members, in one statement', () => {
  it('are carried out each by itself: what can’t be is as if it had never been asked for', async () => {
    const [ann, ben, eve] = [await newPerson(provider), await newPerson(provider), await newPerson(provider)];
    for (const { id } of [ann, ben, eve]) await fund(provider, id, 'USDT', '100');
    const database = createDatabase(provider.pool);
    const termsNumber = await latestTerms();
    const now = provider.time.now;
    const fingerprint = Buffer.alloc(32, 1);
    const [key, answered, held] = [randomUUID(), randomUUID(), randomUUID()];
    const nonce = newNonce();
    const before = await balanceOf(provider, eve);
    const give = (from: Person, amount: bigint, more: Partial<TransferAtOnce> = {}) =>
      transferAtOnce(database, { ...order(from, eve, amount, fingerprint), termsNumber, ...more });
    await give(ben, 1_000_000n, { key: answered });
    const other = await provider.pool.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(idempotent_lock_key($1, $2))', [ben.id, held]);
    const used = { memberId: ann.id, nonce, deadline: Math.floor(now.getTime() / 1_000) + 60 };
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answers = await Promise.all([
      give(ann, 2_000_000n, { key }),
      give(ann, 2_000_000n, { key }),
      give(ben, 3_000_000n, { key }),
      give(ann, 4_000_000n, { intent: used }),
      give(ann, 4_000_000n, { intent: used }),
      give(ben, 99_000_000_000n),
      give(ben, 5_000_000n, { key: answered }),
      give(ben, 6_000_000n, { key: held }),
      give(ben, 7_000_000n, { termsNumber: termsNumber + 1 }),
      give(ben, 8_000_000n),
    ]);
    expect(query.mock.calls).toHaveLength(1);
    query.mockRestore();
    await other.query('rollback');
    other.release();
    const amounts = answers.map((answer) => answer?.transaction.amount);
    expect(amounts).toEqual(['2', undefined, '3', '4', undefined, undefined, undefined, undefined, undefined, '8']);
    expect(await balanceOf(provider, eve)).toBe(String(Number(before) + 1 + 17));
    expect(answers.at(-1)?.transaction.balanceAfter).toBe(await balanceOf(provider, ben));
    const { rows } = await provider.pool.query<{ kept: number; used: number }>(
      `select (select count(*)::int from idempotent_answer where fingerprint = $1) as kept,
              (select count(*)::int from used_intent where member_id = any($2) and deadline = $3) as used`,
      [fingerprint, [ann.id, ben.id], new Date(used.deadline * 1_000)],
    );
    // The one before the set, and the four of the set.
    expect(rows).toEqual([{ kept: 5, used: 5 }]);
  });
});

it(
  'of two members doesn’t wait for a third whose account is held by something slow, who is served once it’s free',
  { tags: 'full' },
  async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(provider)));
    for (const { id } of people) await fund(provider, id, 'USDT', '100');
    const [slow, ...others] = people.slice(0, 4);
    const other = await provider.pool.connect();
    await other.query('begin');
    await other.query(`select from ledger_account where owner_id = $1 and token = 'USDT' for no key update`, [slow?.id]);
    const pay = async (from: Person, index: number) => {
      const to = people[4 + index];
      return sendTransfer(provider, from, await composeTransfer(provider, from, { to: to ?? bob, amount: '1' }));
    };
    const waiting = slow && pay(slow, 3);
    const answers = await Promise.all(others.map(pay));
    await other.query('rollback');
    other.release();
    expect(answers).toMatchObject(others.map(() => ({ status: 200 })));
    expect(await waiting).toMatchObject({ status: 200 });
  },
);

it('that waited for its turn until its caller was answered is not carried out any more', async () => {
  const [slow, late, eve] = [await newPerson(provider), await newPerson(provider), await newPerson(provider)];
  for (const { id } of [slow, late]) await fund(provider, id, 'USDT', '100');
  const database = createDatabase(provider.pool);
  const termsNumber = await latestTerms();
  const give = (from: Person) => transferAtOnce(database, { ...order(from, eve, 1_000_000n), termsNumber });
  const other = await provider.pool.connect();
  await other.query('begin');
  await other.query(`select from ledger_account where owner_id = $1 and token = 'USDT' for no key update`, [slow.id]);
  const before = [give(slow)];
  await new Promise((resolve) => setTimeout(resolve, 20));
  before.push(give(slow));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(commitInTime(() => give(late), 30)).rejects.toThrow(DeadlinePassed);
  expect(await Promise.all(before)).toEqual([undefined, undefined]);
  await other.query('rollback');
  other.release();
  // Its turn has come and gone by now.
  expect(await give(slow)).toMatchObject({ transaction: { amount: '1' } });
  expect(await balanceOf(provider, late)).toBe('100');
});

function order(from: Person, to: Person, amount: bigint, fingerprint = Buffer.alloc(32, 2)): Omit<TransferAtOnce, 'termsNumber'> {
  const { now } = provider.time;
  return {
    plan: planTransfer(
      { token: 'USDT', amountBaseUnits: amount, maxFeeBaseUnits: 10_000_000n, remark: undefined },
      { senderId: from.id, recipientId: to.id, feeRate: defaultEconomy.transfer.feeRate, now },
    ),
    recipient: { id: to.id, uid: to.uid, username: `ju-${to.uid}`, address: to.wallet.address },
    intent: { memberId: from.id, nonce: newNonce(), deadline: Math.floor(now.getTime() / 1_000) + 60 },
    key: randomUUID(),
    keep: { fingerprint, now },
  };
}

async function latestTerms(): Promise<number> {
  const { rows } = await provider.pool.query<{ number: number }>('select max(number) as number from terms');
  return rows[0]?.number ?? 0;
}
