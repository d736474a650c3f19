import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import {
  findTransactionLine,
  listTransactions,
  type TransactionFilter,
  type TransactionLine,
} from '../../../provider/ledger/transactions.ts';
import { deposit, NOON, openLedger, type TestLedger, transfer } from './open-ledger.ts';

const CHAIN_HASH = `0x${'c4'.repeat(32)}` as const;
const minute = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger(4);
});
afterAll(async () => {
  await ledger.close();
});

/** All pages of a filter combined. */
async function readAll(filter: TransactionFilter, size: number): Promise<TransactionLine[]> {
  const lines: TransactionLine[] = [];
  for (let page = 1; ; page += 1) {
    const read = await listTransactions(ledger.db, filter, page, size);
    lines.push(...read.lines);
    if (read.lines.length === 0) {
      expect(BigInt(lines.length)).toBe(read.total);
      return lines;
    }
  }
}

describe('a line', () => {
  it('shows each side its own view of a transfer', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 1_000n }), await ledger.member()];
    const { hash } = await ledger.post({
      kind: 'TRANSFER',
      entries: transfer(anna, ben, 'USDT', 100n, 2n),
      remark: 'rent',
      occurredAt: minute(1),
    });
    const both = { kind: 'TRANSFER', token: 'USDT', amountBaseUnits: 100n, remark: 'rent', hash, status: 'POSTED', createdAt: minute(1) };
    const [sent] = (await listTransactions(ledger.db, { memberId: anna }, 1, 1)).lines;
    expect(sent).toEqual({ ...both, id: sent?.id, direction: 'OUT', feeBaseUnits: 2n, counterpartyId: ben, balanceAfterBaseUnits: 898n });
    const received = await findTransactionLine(ledger.db, { memberId: ben, transactionId: sent?.id ?? '' });
    expect(received).toEqual({
      ...both,
      id: sent?.id,
      direction: 'IN',
      feeBaseUnits: 0n,
      counterpartyId: anna,
      balanceAfterBaseUnits: 100n,
    });
  });

  it('has the chain’s hash if there is one', async () => {
    const anna = await ledger.member();
    await ledger.post({ kind: 'DEPOSIT', entries: deposit(anna, 'JU', 5n), chainHash: CHAIN_HASH });
    expect((await listTransactions(ledger.db, { memberId: anna }, 1, 20)).lines).toMatchObject([
      { hash: CHAIN_HASH, counterpartyId: null, remark: null },
    ]);
  });

  it('appears once for each wallet moved', async () => {
    const anna = await ledger.member({ JU: 5n });
    const id = v7();
    await ledger.post({ id, entries: [...deposit(anna, 'JU', -2n), ...deposit(anna, 'JUF', 7n)] });
    const { lines, total } = await listTransactions(ledger.db, { memberId: anna }, 1, 20);
    expect(total).toBe(3n);
    expect(
      lines
        .filter((line) => line.id === id)
        .map(({ token, direction, amountBaseUnits }) => `${token} ${direction} ${amountBaseUnits.toString()}`),
    ).toEqual(expect.arrayContaining(['JU OUT 2', 'JUF IN 7']));
    expect(await findTransactionLine(ledger.db, { memberId: anna, transactionId: id, token: 'JUF' })).toMatchObject({ token: 'JUF' });
  });

  it('doesn’t exist for movements of other accounts only, nor for a stranger', async () => {
    const [anna, ben] = [await ledger.member(), await ledger.member()];
    const id = v7();
    await ledger.post({
      id,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU', amountBaseUnits: -5n },
        { account: memberAccount('LOCKED', anna), token: 'JU', amountBaseUnits: 5n },
      ],
    });
    expect(await listTransactions(ledger.db, { memberId: anna }, 1, 20)).toEqual({ lines: [], total: 0n });
    expect(await findTransactionLine(ledger.db, { memberId: anna, transactionId: id })).toBeUndefined();
    expect(await listTransactions(ledger.db, { memberId: ben }, 1, 20)).toEqual({ lines: [], total: 0n });
    expect(await listTransactions(ledger.db, { memberId: v7() }, 1, 20)).toEqual({ lines: [], total: 0n });
  });
});

describe('filters and pages', () => {
  const KINDS = ['DEPOSIT', 'ROI', 'BONUS'] as const;
  const WALLETS = ['JU', 'JUF', 'USDT'] as const;
  let anna: string;
  let all: TransactionLine[];

  beforeAll(async () => {
    anna = await ledger.member();
    for (let index = 0; index < 60; index += 1) {
      const [kind, token] = [KINDS[index % 3] ?? 'ROI', WALLETS[Math.floor(index / 3) % 3] ?? 'JU'];
      // Two per minute, so that bounds and equal times matter.
      await ledger.post({ kind, occurredAt: minute(Math.floor(index / 2)), entries: deposit(anna, token, BigInt(index + 1)) });
    }
    all = await readAll({ memberId: anna }, 100);
  });

  it('the whole list is complete, newest first', () => {
    expect(all).toHaveLength(60);
    const times = all.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(all.map(({ amountBaseUnits }) => Number(amountBaseUnits)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it.each<[string, Omit<TransactionFilter, 'memberId'>]>([
    ['nothing', {}],
    ['a wallet', { token: 'JUF' }],
    ['a kind', { kind: 'ROI' }],
    ['a wallet and a kind', { token: 'USDT', kind: 'BONUS' }],
    ['a kind that never was', { kind: 'CAPITAL' }],
    ['a start', { from: minute(7) }],
    ['an end', { to: minute(7) }],
    ['both', { from: minute(3), to: minute(20) }],
    ['one moment', { from: minute(5), to: minute(5) }],
    ['a moment between', { from: new Date(minute(5).getTime() + 1), to: new Date(minute(6).getTime() - 1) }],
    ['before everything', { to: minute(-1) }],
    ['after everything', { from: minute(99) }],
    ['all of them', { token: 'JU', kind: 'DEPOSIT', from: minute(2), to: minute(25) }],
  ])('filtered by %s, the pages of any size together hold exactly the matching lines', async (_name, filter) => {
    const expected = all.filter(
      (line) =>
        (filter.token === undefined || line.token === filter.token) &&
        (filter.kind === undefined || line.kind === filter.kind) &&
        (filter.from === undefined || line.createdAt >= filter.from) &&
        (filter.to === undefined || line.createdAt <= filter.to),
    );
    for (const size of [1, 7, 20, 100]) expect(await readAll({ memberId: anna, ...filter }, size)).toEqual(expected);
  });

  it('a page past the end is empty but has the total', async () => {
    expect(await listTransactions(ledger.db, { memberId: anna }, 1_000_000, 100)).toEqual({ lines: [], total: 60n });
  });

  it.each([undefined, 'JU' as const])('with a fixed end, pages stay stable while more arrives (%s)', async (token) => {
    const ben = await ledger.member();
    for (let index = 0; index < 30; index += 1)
      await ledger.post({ entries: deposit(ben, WALLETS[index % 3] ?? 'JU', 1n), occurredAt: minute(index) });
    const filter = { memberId: ben, token, to: minute(30) };
    const before = await readAll(filter, 7);
    const seen: TransactionLine[] = [];
    for (let page = 1; seen.length < before.length; page += 1) {
      await ledger.post({ entries: deposit(ben, 'JU', 5n), occurredAt: minute(31) });
      seen.push(...(await listTransactions(ledger.db, filter, page, 7)).lines);
    }
    expect(seen).toEqual(before);
  });

  it('an entry is never dated before the previous one, even if a process’s clock is behind', async () => {
    const ben = await ledger.member();
    await ledger.post({ entries: deposit(ben, 'JU', 1n), occurredAt: minute(10) });
    await ledger.post({ entries: deposit(ben, 'JU', 2n), occurredAt: minute(4) });
    const { lines } = await listTransactions(ledger.db, { memberId: ben }, 1, 20);
    expect(lines.map(({ amountBaseUnits, createdAt }) => [amountBaseUnits, createdAt])).toEqual([
      [2n, minute(10)],
      [1n, minute(10)],
    ]);
  });
});
