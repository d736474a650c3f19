import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { startProvider } from '../start-provider.ts';
import { startTreasury } from '../treasury/open-treasury.ts';
import { composeTransfer, fund, newPerson, sendTransfer } from '../wallet/transfers.ts';

afterEach(() => vi.restoreAllMocks());

/** Not with every request: the number of the terms is kept for a while, and so is when a session was last used. */
const NOW_AND_THEN = /^select number, hash from terms order|^with used as/;

/** What a request sends to the database, from reading its session to COMMIT. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await act();
  for (const [statement] of query.mock.calls as unknown as [string | { text?: string }][]) {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text !== undefined) sent.push(text.replaceAll(/\s+/g, ' ').trim());
  }
  query.mockRestore();
  const start = sent.findIndex((text) => text.startsWith('select asked.place'));
  expect(start, `no session was read by\n${sent.join('\n')}`).toBeGreaterThanOrEqual(0);
  return sent.slice(start).filter((text) => !NOW_AND_THEN.test(text));
}

it.each([
  { what: 'a purchase', insured: false, most: 14 },
  { what: 'an insured purchase', insured: true, most: 16 },
])('$what with three uplines takes at most $most statements', async ({ insured, most }) => {
  const { buyer, give } = await startTreasury();
  await give(pooledAccount('INSURANCE_POOL_FREE'), 'USDT', '1000');
  const line = [await buyer(), await buyer(), await buyer(), await buyer('5000')];
  for (const { call } of line.slice(0, 3)) {
    const silver = (await call('memberRolesList')).list.find(({ code }) => code === 'SILVER');
    await call('purchaseMemberRoles', { body: { roleId: silver?.id, walletType: 'USDT' }, key: randomUUID() });
  }
  for (const [index, { call }] of line.slice(1).entries()) {
    const { referralCode } = (await line[index]?.call('userInfo')) ?? {};
    await call('referBy', { body: { referralCode } });
  }
  const [, , , last] = line;
  await last?.buy({ insured });
  const sent = await statementsOf(async () => last?.buy({ insured }));
  expect([sent.filter((text) => text.includes('ledger_post_many(')).length, sent.at(-1)]).toEqual([1, 'commit']);
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
});

it('a transfer takes at most 4 statements', async () => {
  const provider = await startProvider();
  const [ada, bob] = [await newPerson(provider), await newPerson(provider)];
  await fund(provider, ada.id, 'USDT', '1000');
  const compose = () => composeTransfer(provider, ada, { to: bob, amount: '1' });
  // What a process reads once isn't part of it.
  await sendTransfer(provider, ada, await compose());
  const order = await compose();
  const sent = await statementsOf(() => sendTransfer(provider, ada, order));
  expect(sent.at(-1)).toContain('wallet_transfer_many(');
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(4);
});
