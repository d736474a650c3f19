import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { moveToMember } from '../../../provider/modules/wallet/transfer.ts';
import { operate } from '../operate.ts';
import { openProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';
import { balanceOf, composeTransfer, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

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
