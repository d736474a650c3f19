import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Transaction } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { findTransactionLine } from '../../../provider/ledger/transactions.ts';
import { postPending, settlePending, voidPending } from '../../../provider/ledger/post.ts';
import { NOON, openLedger, type TestLedger } from './open-ledger.ts';

const CHAIN_HASH = `0x${'5a'.repeat(32)}` as const;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger(16);
});
afterAll(async () => {
  expect(await auditLedger(ledger.db)).toMatchObject({ sound: true });
  await ledger.close();
});

const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => inTransaction(ledger.db, work);

/** A pending payout of 100 with a fee of 3. */
async function payout(): Promise<{ anna: string; id: string }> {
  const anna = await ledger.member({ USDT: 150n });
  const id = v7();
  const own = memberAccount('AVAILABLE', anna);
  const transit = promiseAccount('PAYOUT_IN_TRANSIT', id);
  await run((tx) =>
    postPending(tx, {
      id,
      kind: 'PAYOUT',
      occurredAt: NOON,
      entries: [
        { account: own, token: 'USDT', amountBaseUnits: -100n },
        { account: transit, token: 'USDT', amountBaseUnits: 100n },
        { account: own, token: 'USDT', amountBaseUnits: -3n, role: 'FEE' },
        { account: transit, token: 'USDT', amountBaseUnits: 3n, role: 'FEE' },
      ],
    }),
  );
  return { anna, id };
}

const status = async (anna: string, id: string) => findTransactionLine(ledger.db, { memberId: anna, transactionId: id });

describe('a payout', () => {
  it('has left the member, and waits', async () => {
    const { anna, id } = await payout();
    expect(await ledger.available(anna, 'USDT')).toBe(47n);
    expect(await status(anna, id)).toMatchObject({
      status: 'PENDING',
      direction: 'OUT',
      amountBaseUnits: 100n,
      feeBaseUnits: 3n,
      balanceAfterBaseUnits: 47n,
    });
  });

  it('is posted with the chain’s hash, and its fee is earned only then', async () => {
    const fees = () => accountBalance(ledger.db, pooledAccount('FEES'), 'USDT');
    const feesBefore = await fees();
    const { anna, id } = await payout();
    expect(await fees()).toBe(feesBefore);
    await run((tx) => settlePending(tx, { id: v7(), pendingId: id, occurredAt: NOON, chainHash: CHAIN_HASH }));
    expect(await fees()).toBe(feesBefore + 3n);
    expect(await status(anna, id)).toMatchObject({ status: 'POSTED', hash: CHAIN_HASH });
    expect(await ledger.available(anna, 'USDT')).toBe(47n);
    expect(await accountBalance(ledger.db, promiseAccount('PAYOUT_IN_TRANSIT', id), 'USDT')).toBe(0n);
  });

  it('is voided with everything returned', async () => {
    const { anna, id } = await payout();
    const refund = v7();
    await run((tx) => voidPending(tx, { id: refund, pendingId: id, occurredAt: NOON }));
    expect(await ledger.available(anna, 'USDT')).toBe(150n);
    expect(await status(anna, id)).toMatchObject({ status: 'VOIDED' });
    expect(await status(anna, refund)).toMatchObject({ status: 'POSTED', direction: 'IN', amountBaseUnits: 103n, feeBaseUnits: 0n });
  });

  it('is resolved once', async () => {
    const { id } = await payout();
    const settlement = { id: v7(), pendingId: id, occurredAt: NOON };
    await run((tx) => settlePending(tx, settlement));
    expect(await run((tx) => settlePending(tx, settlement))).toMatchObject({ outcome: 'REPEATED' });
    await expect(run((tx) => settlePending(tx, { ...settlement, id: v7() }))).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
    await expect(run((tx) => voidPending(tx, { ...settlement, id: v7() }))).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
    const voided = await payout();
    await run((tx) => voidPending(tx, { id: v7(), pendingId: voided.id, occurredAt: NOON }));
    await expect(run((tx) => settlePending(tx, { id: v7(), pendingId: voided.id, occurredAt: NOON }))).rejects.toMatchObject({
      code: 'ALREADY_VOIDED',
    });
  });

  it('is resolved once by many at once', async () => {
    const { anna, id } = await payout();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => {
        const resolution = { id: v7(), pendingId: id, occurredAt: NOON };
        return run((tx) => (index % 2 === 0 ? settlePending(tx, resolution) : voidPending(tx, resolution)));
      }),
    );
    expect(outcomes.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1);
    expect([47n, 150n]).toContain(await ledger.available(anna, 'USDT'));
  });
});

describe('resolving is refused', () => {
  it('for unknown transactions and those never pending', async () => {
    await expect(run((tx) => settlePending(tx, { id: v7(), pendingId: v7(), occurredAt: NOON }))).rejects.toMatchObject({
      code: 'TRANSACTION_UNKNOWN',
    });
    const id = v7();
    const anna = await ledger.member();
    await ledger.post({
      id,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU', amountBaseUnits: -1n },
        { account: memberAccount('AVAILABLE', anna), token: 'JU', amountBaseUnits: 1n },
      ],
    });
    await expect(run((tx) => voidPending(tx, { id: v7(), pendingId: id, occurredAt: NOON }))).rejects.toMatchObject({
      code: 'NOT_PENDING',
    });
  });

  it('by the database if anything would remain in transit', async () => {
    const { id, anna } = await payout();
    const partly = inTransaction(ledger.db, (tx) =>
      tx.$client.query(
        `select * from ledger_post($1, 'PAYOUT', 'VOID', $2, now(), null, null, '{AVAILABLE,PAYOUT_IN_TRANSIT}', '{USDT,USDT}', $3, '{100,-100}', '{0,0}')`,
        [v7(), id, [anna, id]],
      ),
    );
    await expect(partly).rejects.toMatchObject({ constraint: 'ledger_resolves_wholly' });
    expect(await status(anna, id)).toMatchObject({ status: 'PENDING' });
  });

  it('a pending transaction that keeps nothing under its id is a mistake', async () => {
    const anna = await ledger.member({ JU: 5n });
    await expect(
      run((tx) =>
        postPending(tx, {
          id: v7(),
          kind: 'PAYOUT',
          occurredAt: NOON,
          entries: [
            { account: memberAccount('AVAILABLE', anna), token: 'JU', amountBaseUnits: -5n },
            { account: promiseAccount('PAYOUT_IN_TRANSIT', v7()), token: 'JU', amountBaseUnits: 5n },
          ],
        }),
      ),
    ).rejects.toThrow(RangeError);
  });
});
