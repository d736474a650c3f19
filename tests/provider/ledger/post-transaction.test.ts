import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance, kindBalance, memberBalances } from '../../../provider/ledger/balances.ts';
import { postAlone, postTransaction } from '../../../provider/ledger/post.ts';
import { deposit, NOON, openLedger, type TestLedger, transfer } from './open-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(async () => {
  expect(await auditLedger(ledger.db)).toMatchObject({ sound: true });
  await ledger.close();
});

describe('a posting', () => {
  it('moves the value and earns the fee', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 1_000n }), await ledger.member()];
    const feesBefore = await accountBalance(ledger.db, pooledAccount('FEES'), 'USDT');
    const posted = await ledger.post({ kind: 'TRANSFER', entries: transfer(anna, ben, 'USDT', 600n, 7n) });
    expect(posted.outcome).toBe('POSTED');
    expect(posted.hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await ledger.available(anna, 'USDT')).toBe(393n);
    expect(await ledger.available(ben, 'USDT')).toBe(600n);
    expect(await accountBalance(ledger.db, pooledAccount('FEES'), 'USDT')).toBe(feesBefore + 7n);
  });

  it('holds sixty digits exactly', async () => {
    const amount = 10n ** 59n + 1n;
    const anna = await ledger.member({ JU: amount });
    const ben = await ledger.member();
    await ledger.post({ entries: transfer(anna, ben, 'JU', amount - 1n) });
    expect(await ledger.available(anna, 'JU')).toBe(1n);
    expect(await ledger.available(ben, 'JU')).toBe(10n ** 59n);
    await ledger.post({ entries: deposit(anna, 'JU', -1n) });
    await ledger.post({ entries: deposit(ben, 'JU', -(10n ** 59n)) });
  });

  it('moves several tokens at once', async () => {
    const anna = await ledger.member({ USDT: 100n, JU: 5n });
    await ledger.post({
      kind: 'TREASURY_PURCHASE',
      entries: [
        { account: memberAccount('AVAILABLE', anna), token: 'USDT', amountBaseUnits: -100n },
        { account: pooledAccount('TREASURY'), token: 'USDT', amountBaseUnits: 80n },
        { account: pooledAccount('BONUS_POOL'), token: 'USDT', amountBaseUnits: 20n },
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -50n },
        { account: promiseAccount('VESTING', v7()), token: 'JUF', amountBaseUnits: 50n },
      ],
    });
    expect(await memberBalances(ledger.db, anna)).toEqual([
      { token: 'JU', availableBaseUnits: 5n, lockedBaseUnits: 0n },
      { token: 'JUF', availableBaseUnits: 0n, lockedBaseUnits: 0n },
      { token: 'USDT', availableBaseUnits: 0n, lockedBaseUnits: 0n },
    ]);
  });

  it('is rolled back with the rest of its database transaction', async () => {
    const anna = await ledger.member({ JU: 10n });
    const stopped = inTransaction(ledger.db, async (tx) => {
      await postTransaction(tx, { id: v7(), kind: 'ADJUSTMENT', occurredAt: NOON, entries: deposit(anna, 'JU', 5n) });
      throw new Error('the rest failed');
    });
    await expect(stopped).rejects.toThrow('the rest failed');
    expect(await ledger.available(anna, 'JU')).toBe(10n);
  });

  it('commits alone if there is nothing else to write', async () => {
    const anna = await ledger.member();
    await postAlone(ledger.db, { id: v7(), kind: 'DEPOSIT', occurredAt: NOON, entries: deposit(anna, 'JU', 3n) });
    expect(await ledger.available(anna, 'JU')).toBe(3n);
  });
});

describe('a refusal', () => {
  it('states the account’s balance, changes nothing and leaves the database transaction usable', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 10n }), await ledger.member()];
    await inTransaction(ledger.db, async (tx) => {
      const tooMuch = { id: v7(), kind: 'TRANSFER' as const, occurredAt: NOON, entries: transfer(anna, ben, 'USDT', 10n, 1n) };
      await expect(postTransaction(tx, tooMuch)).rejects.toMatchObject({
        code: 'INSUFFICIENT_BALANCE',
        refused: { account: { kind: 'AVAILABLE', ownerId: anna }, token: 'USDT', balanceBaseUnits: 10n },
      });
      await postTransaction(tx, { ...tooMuch, entries: transfer(anna, ben, 'USDT', 9n, 1n) });
    });
    expect(await ledger.available(ben, 'USDT')).toBe(9n);
  });

  it('names the exhausted pool, with its total', async () => {
    await ledger.post({
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -8n },
        { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF', amountBaseUnits: 8n },
      ],
    });
    const promise = ledger.post({
      kind: 'STAKE',
      entries: [
        { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF', amountBaseUnits: -9n },
        { account: promiseAccount('REWARD_POOL_RESERVED', v7()), token: 'JUF', amountBaseUnits: 9n },
      ],
    });
    await expect(promise).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      refused: { account: { kind: 'REWARD_POOL_FREE' }, balanceBaseUnits: 8n },
    });
  });

  it('covers members without accounts', async () => {
    await expect(ledger.post({ entries: deposit(v7(), 'JU', 1n) })).rejects.toMatchObject({ code: 'ACCOUNT_UNKNOWN' });
  });

  it.each([
    [
      'entries that do not balance',
      (id: string) => [...deposit(id, 'JU', 1n), { account: pooledAccount('FEES'), token: 'JU' as const, amountBaseUnits: 1n }],
    ],
    [
      'tokens mixed to balance',
      (id: string) => [
        { account: memberAccount('AVAILABLE', id), token: 'JU' as const, amountBaseUnits: 1n },
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF' as const, amountBaseUnits: -1n },
      ],
    ],
    ['nothing at all', () => []],
    ['zeroes', (id: string) => deposit(id, 'JU', 0n)],
  ])('throws on %s before calling the database', async (_name, entries) => {
    const anna = await ledger.member();
    await expect(ledger.post({ entries: entries(anna) })).rejects.toThrow(RangeError);
  });
});

describe('posting the same id again', () => {
  it('changes nothing and returns the first hash, even if the clock has moved and the money is gone', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 10n }), await ledger.member()];
    const payment = { id: v7(), kind: 'TRANSFER' as const, entries: transfer(anna, ben, 'USDT', 10n), remark: 'rent' };
    const first = await ledger.post(payment);
    const again = await ledger.post({ ...payment, occurredAt: new Date(NOON.getTime() + 60_000) });
    expect(again).toEqual({ outcome: 'REPEATED', hash: first.hash });
    expect(await ledger.available(ben, 'USDT')).toBe(10n);
  });

  it.each([
    ['another amount', { entries: 'other' as const }],
    ['another remark', { remark: 'gift' }],
    ['another kind', { kind: 'ADJUSTMENT' as const }],
    ['a chain hash', { chainHash: `0x${'ab'.repeat(32)}` as const }],
  ])('is refused with %s', async (_name, change) => {
    const [anna, ben] = [await ledger.member({ USDT: 10n }), await ledger.member()];
    const payment = { id: v7(), kind: 'TRANSFER' as const, entries: transfer(anna, ben, 'USDT', 3n), remark: 'rent' };
    await ledger.post(payment);
    const changed = 'entries' in change ? { ...payment, entries: transfer(anna, ben, 'USDT', 4n) } : { ...payment, ...change };
    await expect(ledger.post(changed)).rejects.toMatchObject({ code: 'TRANSACTION_ID_REUSED' });
    expect(await ledger.available(ben, 'USDT')).toBe(3n);
  });

  it('is refused between other members', async () => {
    const [anna, ben, carl] = [await ledger.member({ USDT: 10n }), await ledger.member(), await ledger.member({ USDT: 10n })];
    const id = v7();
    await ledger.post({ id, entries: transfer(anna, ben, 'USDT', 3n) });
    await expect(ledger.post({ id, entries: transfer(carl, ben, 'USDT', 3n) })).rejects.toMatchObject({ code: 'TRANSACTION_ID_REUSED' });
  });
});

describe('pools and promises', () => {
  it('a debit larger than any shard is collected from several', async () => {
    const bonus = pooledAccount('BONUS_POOL');
    const shares = await Promise.all(
      Array.from({ length: 40 }, () =>
        ledger.post({
          entries: [
            { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU', amountBaseUnits: -5n },
            { account: bonus, token: 'JU', amountBaseUnits: 5n },
          ],
        }),
      ),
    );
    expect(shares).toHaveLength(40);
    const { rows } = await ledger.pool.query(`select from ledger_account where kind = 'BONUS_POOL' and token = 'JU' and balance > 0`);
    expect(rows.length).toBeGreaterThan(1);
    const anna = await ledger.member();
    await ledger.post({
      kind: 'BONUS',
      entries: [
        { account: bonus, token: 'JU', amountBaseUnits: -198n },
        { account: memberAccount('AVAILABLE', anna), token: 'JU', amountBaseUnits: 198n },
      ],
    });
    expect(await ledger.available(anna, 'JU')).toBe(198n);
    expect(await accountBalance(ledger.db, bonus, 'JU')).toBe(2n);
  });

  it('one promise is never paid from another one’s reserve', async () => {
    const [mine, theirs] = [v7(), v7()];
    const anna = await ledger.member();
    for (const [id, amount] of [
      [mine, 5n],
      [theirs, 100n],
    ] as const) {
      await ledger.post({
        entries: [
          { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -amount },
          { account: promiseAccount('REWARD_POOL_RESERVED', id), token: 'JUF', amountBaseUnits: amount },
        ],
      });
    }
    const claim = (amount: bigint) =>
      ledger.post({
        kind: 'ROI',
        entries: [
          { account: promiseAccount('REWARD_POOL_RESERVED', mine), token: 'JUF', amountBaseUnits: -amount },
          { account: memberAccount('AVAILABLE', anna), token: 'JUF', amountBaseUnits: amount },
        ],
      });
    await expect(claim(6n)).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      refused: { account: { ownerId: mine }, balanceBaseUnits: 5n },
    });
    await claim(5n);
    expect(await accountBalance(ledger.db, promiseAccount('REWARD_POOL_RESERVED', theirs), 'JUF')).toBe(100n);
    expect(await kindBalance(ledger.db, 'REWARD_POOL_RESERVED', 'JUF')).toBe(100n);
  });

  it('nothing can be paid from a promise that was never made', async () => {
    const anna = await ledger.member();
    const claim = ledger.post({
      kind: 'ROI',
      entries: [
        { account: promiseAccount('STAKED', v7()), token: 'JUF', amountBaseUnits: -1n },
        { account: memberAccount('AVAILABLE', anna), token: 'JUF', amountBaseUnits: 1n },
      ],
    });
    await expect(claim).rejects.toMatchObject({ code: 'ACCOUNT_UNKNOWN' });
  });
});
