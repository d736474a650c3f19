import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import type { Entry } from '../../../provider/ledger/plan-postings.ts';
import { postAlone, type Posted, postTransaction, postTransactions } from '../../../provider/ledger/post.ts';
import { NOON, openLedger, type TestLedger, transfer } from './open-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger(64);
});
afterAll(async () => {
  expect(await auditLedger(ledger.db)).toMatchObject({ sound: true });
  await ledger.close();
});

/** 64 at once, each on its own connection; returns refusals by code. */
async function together(
  work: (index: number) => Promise<Posted>,
  clients = 64,
): Promise<{ posted: number; repeated: number; refused: Record<string, number> }> {
  const settled = await Promise.allSettled(Array.from({ length: clients }, (_, index) => work(index)));
  const refused: Record<string, number> = {};
  const outcomes = { POSTED: 0, REPEATED: 0 };
  for (const result of settled) {
    if (result.status === 'fulfilled') outcomes[result.value.outcome] += 1;
    else {
      const reason: unknown = result.reason;
      const code = reason instanceof Error && 'code' in reason ? String(reason.code) : String(reason);
      refused[code] = (refused[code] ?? 0) + 1;
    }
  }
  return { posted: outcomes.POSTED, repeated: outcomes.REPEATED, refused };
}

describe('64 clients at once', () => {
  it('spend one account to the last unit and no further', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 400n }), await ledger.member()];
    const result = await together(() => ledger.post({ kind: 'TRANSFER', entries: transfer(anna, ben, 'USDT', 9n, 1n) }));
    expect(result).toEqual({ posted: 40, repeated: 0, refused: { INSUFFICIENT_BALANCE: 24 } });
    expect(await ledger.available(anna, 'USDT')).toBe(0n);
    expect(await ledger.available(ben, 'USDT')).toBe(360n);
  });

  it('spend one account to the last unit and no further when they post together, beside others that post alone', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 400n }), await ledger.member()];
    const result = await together((index) => {
      const transaction = { id: v7(), kind: 'TRANSFER' as const, occurredAt: NOON, entries: transfer(anna, ben, 'USDT', 9n, 1n) };
      return index % 4 === 0 ? ledger.post(transaction) : postAlone(ledger.db, transaction);
    });
    expect(result).toEqual({ posted: 40, repeated: 0, refused: { INSUFFICIENT_BALANCE: 24 } });
    expect(await ledger.available(ben, 'USDT')).toBe(360n);
  });

  it('post the same id once in the same set and in others, with different accounts', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => ledger.member({ JU: 30n })));
    const id = v7();
    const result = await together((index) => {
      const [from, to] = [members[index % 20], members[(index + 1) % 20]];
      if (from === undefined || to === undefined) throw new Error('no member');
      const transaction = {
        id: index % 3 === 0 ? id : v7(),
        kind: 'TRANSFER' as const,
        occurredAt: NOON,
        entries: transfer(from, to, 'JU', 1n),
      };
      return index % 2 === 0 ? ledger.post(transaction) : postAlone(ledger.db, transaction);
    }, 60);
    expect(result.posted).toBe(41);
    expect(result.repeated + (result.refused['TRANSACTION_ID_REUSED'] ?? 0)).toBe(19);
  });

  it('keep to themselves what only one of them did wrong', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 400n }), await ledger.member()];
    const result = await together((index) => {
      const remark = index === 5 ? 'x'.repeat(501) : undefined;
      return postAlone(ledger.db, { id: v7(), kind: 'TRANSFER', occurredAt: NOON, entries: transfer(anna, ben, 'USDT', 1n), remark });
    }, 20);
    expect(result).toEqual({ posted: 19, repeated: 0, refused: { '23514': 1 } });
    const mistaken = postAlone(ledger.db, { id: v7(), kind: 'TRANSFER', occurredAt: NOON, entries: [] });
    await expect(mistaken).rejects.toThrow(RangeError);
  });

  it('post the same id once', async () => {
    const [anna, ben] = [await ledger.member({ JU: 100n }), await ledger.member()];
    const id = v7();
    const result = await together(() => ledger.post({ id, kind: 'TRANSFER', entries: transfer(anna, ben, 'JU', 100n) }), 50);
    expect(result).toEqual({ posted: 1, repeated: 49, refused: {} });
    expect(await ledger.available(ben, 'JU')).toBe(100n);
  });

  it('post the same id with different accounts once', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => ledger.member({ JU: 10n })));
    const id = v7();
    const result = await together((index) => {
      const [from, to] = [members[index], members[(index + 1) % 20]];
      if (from === undefined || to === undefined) throw new Error('no member');
      return ledger.post({ id, kind: 'TRANSFER', entries: transfer(from, to, 'JU', 10n) });
    }, 20);
    expect(result).toEqual({ posted: 1, repeated: 0, refused: { TRANSACTION_ID_REUSED: 19 } });
  });

  it('pay each other in opposite orders without a deadlock', async () => {
    const [anna, ben] = [await ledger.member({ USDT: 10_000n }), await ledger.member({ USDT: 10_000n })];
    const before = await deadlocks();
    const result = await together(async (index) => {
      const [from, to] = index % 2 === 0 ? [anna, ben] : [ben, anna];
      await ledger.post({ kind: 'TRANSFER', entries: transfer(from, to, 'USDT', 3n) });
      return ledger.post({ kind: 'TRANSFER', entries: transfer(to, from, 'USDT', 2n) });
    });
    expect(result).toMatchObject({ posted: 64, refused: {} });
    expect((await ledger.available(anna, 'USDT')) + (await ledger.available(ben, 'USDT'))).toBe(20_000n);
    expect(await deadlocks()).toBe(before);
  });

  it('never see the deadlocks caused by several postings in one database transaction', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => ledger.member({ JUF: 1_000n })));
    const sink = await ledger.member();
    const result = await together((index) => {
      const order = index % 2 === 0 ? members : members.toReversed();
      return inTransaction(ledger.db, async (tx) => {
        let last: Posted | undefined;
        for (const member of order)
          last = await postTransaction(tx, { id: v7(), kind: 'TRANSFER', occurredAt: NOON, entries: transfer(member, sink, 'JUF', 1n) });
        if (last === undefined) throw new Error('nothing was posted');
        return last;
      });
    }, 4);
    expect(result).toEqual({ posted: 4, repeated: 0, refused: {} });
    expect(await ledger.available(sink, 'JUF')).toBe(16n);
  });

  it('cause no deadlocks when posting them together', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => ledger.member({ JUF: 1_000n })));
    const sink = await ledger.member();
    const before = await deadlocks();
    const result = await together((index) => {
      const order = index % 2 === 0 ? members : members.toReversed();
      const payments = order.map((member) => ({
        id: v7(),
        kind: 'TRANSFER' as const,
        occurredAt: NOON,
        entries: transfer(member, sink, 'JUF', 1n),
      }));
      return inTransaction(ledger.db, async (tx) => {
        const [first] = await postTransactions(tx, payments);
        if (first === undefined) throw new Error('nothing was posted');
        return first;
      });
    }, 32);
    expect(result).toMatchObject({ posted: 32, refused: {} });
    expect(await ledger.available(sink, 'JUF')).toBe(128n);
    expect(await deadlocks()).toBe(before);
  });

  it('cause no deadlocks by batches that take from a nearly empty pool and pay into it, beside postings that only pay into it', async () => {
    const pool = pooledAccount('INSURANCE_POOL_FREE');
    const paysIn = (): Entry[] => [
      { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT', amountBaseUnits: -2n },
      { account: pooledAccount('BONUS_POOL'), token: 'USDT', amountBaseUnits: 1n },
      { account: pool, token: 'USDT', amountBaseUnits: 1n },
    ];
    await ledger.post({
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT', amountBaseUnits: -40n },
        { account: pool, token: 'USDT', amountBaseUnits: 40n },
      ],
    });
    const before = await deadlocks();
    const kept = { occurredAt: NOON, kind: 'PREMIUM' as const };
    const result = await together((index) => {
      if (index % 3 === 0) return ledger.post({ ...kept, entries: paysIn() });
      const takes: Entry[] = [
        { account: pool, token: 'USDT', amountBaseUnits: -3n },
        { account: promiseAccount('INSURANCE_POOL_RESERVED', v7()), token: 'USDT', amountBaseUnits: 3n },
      ];
      return inTransaction(ledger.db, async (tx) => {
        const [taken] = await postTransactions(tx, [
          { ...kept, id: v7(), entries: takes },
          { ...kept, id: v7(), entries: paysIn() },
        ]);
        if (taken === undefined) throw new Error('nothing was posted');
        return taken;
      });
    });
    expect(result.posted + (result.refused['INSUFFICIENT_BALANCE'] ?? 0)).toBe(64);
    expect(await deadlocks()).toBe(before);
  });

  it('reserve a pool to the last unit and no further, wherever its money is', async () => {
    const free = pooledAccount('REWARD_POOL_FREE');
    await together(() =>
      ledger.post({
        entries: [
          { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -10n },
          { account: free, token: 'JUF', amountBaseUnits: 10n },
        ],
      }),
    );
    const result = await together(() =>
      ledger.post({
        kind: 'STAKE',
        entries: [
          { account: free, token: 'JUF', amountBaseUnits: -14n },
          { account: promiseAccount('REWARD_POOL_RESERVED', v7()), token: 'JUF', amountBaseUnits: 14n },
        ],
      }),
    );
    expect(result).toEqual({ posted: 45, repeated: 0, refused: { INSUFFICIENT_BALANCE: 19 } });
    expect(await accountBalance(ledger.db, free, 'JUF')).toBe(10n);
  });

  it('create a promise account once', async () => {
    const id = v7();
    const result = await together(() =>
      ledger.post({
        entries: [
          { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU', amountBaseUnits: -1n },
          { account: promiseAccount('DEPOSIT_IN_TRANSIT', id), token: 'JU', amountBaseUnits: 1n },
        ],
      }),
    );
    expect(result).toMatchObject({ posted: 64, refused: {} });
    expect(await accountBalance(ledger.db, promiseAccount('DEPOSIT_IN_TRANSIT', id), 'JU')).toBe(64n);
  });

  it.each(['repeatable read', 'serializable'] as const)('spend exactly under %s too', async (isolation) => {
    const [anna, ben] = [await ledger.member({ USDT: 40n }), await ledger.member()];
    const result = await together(
      () =>
        inTransaction(
          ledger.db,
          (tx) => postTransaction(tx, { id: v7(), kind: 'TRANSFER', occurredAt: NOON, entries: transfer(anna, ben, 'USDT', 10n) }),
          {
            isolation,
            maxAttempts: 100,
          },
        ),
      16,
    );
    expect(result).toEqual({ posted: 4, repeated: 0, refused: { INSUFFICIENT_BALANCE: 12 } });
    expect(await ledger.available(ben, 'USDT')).toBe(40n);
  });
});

async function deadlocks(): Promise<string> {
  await ledger.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await ledger.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 'unknown';
}
