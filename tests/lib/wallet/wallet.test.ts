import { describe, expect, it } from 'vitest';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { JsonRpc, RpcAnswer } from '../../../src/lib/chain/json-rpc.ts';
import { readConfirmations } from '../../../src/lib/wallet/read-confirmations.ts';
import { followedMovements } from '../../../src/lib/wallet/followed-movements.ts';
import { transactionsCsv } from '../../../src/lib/wallet/transactions-csv.ts';
import { movementLines } from '../../../src/lib/wallet/movement-lines.ts';
import { safeStorage } from '../../../src/lib/storage/safe-storage.ts';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import wallet from '../../../public/locales/en/wallet.json' with { type: 'json' };

const HASH = `0x${'ab'.repeat(32)}` as const;
const ID = '01989f2c-4f77-7a1b-8c3d-9e0f1a2b3c4d';
const row: TransactionRow = {
  id: ID,
  kind: 'TRANSFER',
  walletType: 'USDT',
  amount: '120.5',
  direction: 'OUT',
  fee: '0.12',
  hash: HASH,
  status: 'POSTED',
  createdAt: '2026-11-20T19:40:00.000Z',
  balanceAfter: '4130',
};

describe('the export', () => {
  const csv = (rows: TransactionRow[]): string[] =>
    transactionsCsv(rows, { columns: wallet.history.columns, kinds: home.activity.kinds }).split('\r\n');

  it('has an exact line for each movement, with a minus for outgoing ones', () => {
    const [head, line] = csv([row]);
    expect(head).toMatch(/^\uFEFFTime \(UTC\),Type,Token,Amount,/);
    expect(line).toBe(`2026-11-20T19:40:00.000Z,Transfer,USDT,-120.5,0.12,4130,POSTED,,,${HASH},${ID},,,`);
  });

  it('says what was bought and for how long one staked', () => {
    const [head = '', bought = '', staked = ''] = csv([
      { ...row, kind: 'TREASURY_PURCHASE', subject: { packageName: '=Seed', juf: '235.64159' } },
      { ...row, kind: 'STAKE', subject: { days: 30 } },
    ]);
    expect(head).toMatch(/,ID,Package,JUF bought,Days staked$/);
    expect(bought).toMatch(new RegExp(`,${ID},'=Seed,235\\.64159,$`));
    expect(staked).toMatch(new RegExp(`,${ID},,,30$`));
  });

  it('neutralises formulas in remarks, and keeps commas and quotes', () => {
    const [, line] = csv([{ ...row, remark: '=HYPERLINK("http://evil","x"), really', counterparty: { uid: 'lena07', username: '@lena' } }]);
    expect(line).toContain(`,'@lena (lena07),"'=HYPERLINK(""http://evil"",""x""), really",`);
  });
});

describe('a movement in transit', () => {
  const followed = [{ kind: 'DEPOSIT' as const, reference: HASH, walletType: 'JU' as const, amount: '5', startedAtMs: 0 }];
  const facts = { followed, pendingDeposits: [], recent: [], onChain: {} };
  const statuses = (more: Partial<Parameters<typeof movementLines>[0]>): unknown[] =>
    movementLines({ ...facts, ...more }).map(({ status, confirmations }) => [status, confirmations]);

  it('waits for its block, counts to three confirmations, and settles once the ledger does', () => {
    expect(statuses({})).toEqual([['waiting', 0]]);
    expect(statuses({ onChain: { [HASH]: 1 } })).toEqual([['confirming', 1]]);
    expect(statuses({ pendingDeposits: [{ hash: HASH, walletType: 'JU', amount: '5', confirmations: 2 }] })).toEqual([['confirming', 2]]);
    expect(statuses({ recent: [{ ...row, kind: 'DEPOSIT', direction: 'IN' }], onChain: { [HASH]: 3 } })).toEqual([['settled', 3]]);
  });

  it('isn’t settled just because it has three confirmations', () => {
    expect(statuses({ onChain: { [HASH]: 5 } })).toEqual([['confirming', 5]]);
  });

  it('has failed if the chain reverted it', () => {
    expect(statuses({ onChain: { [HASH]: 'failed' } })).toEqual([['failed', 0]]);
  });

  it('includes those from other devices, and payouts that aren’t final', () => {
    const other = `0x${'cd'.repeat(32)}` as const;
    const lines = movementLines({
      ...facts,
      pendingDeposits: [{ hash: other, walletType: 'USDT', amount: '7', confirmations: 1 }],
      recent: [{ ...row, kind: 'PAYOUT', status: 'PENDING' }],
      onChain: { [HASH]: 2 },
    });
    expect(lines.map(({ kind, reference, status }) => [kind, reference, status])).toEqual([
      ['DEPOSIT', HASH, 'confirming'],
      ['DEPOSIT', other, 'confirming'],
      ['PAYOUT', ID, 'confirming'],
    ]);
  });

  it('says that a payout was refunded', () => {
    const payout = [{ ...followed[0], kind: 'PAYOUT' as const, reference: ID, walletType: 'USDT' as const, amount: '1', startedAtMs: 0 }];
    expect(statuses({ followed: payout, recent: [{ ...row, kind: 'PAYOUT', status: 'VOIDED' }] })).toEqual([['failed', 0]]);
  });

  it('reports whether a payout’s fee was refunded too, and doesn’t guess if equal ones were refunded differently', () => {
    const payout = { ...row, kind: 'PAYOUT' as const, direction: 'OUT' as const, status: 'VOIDED' as const, amount: '10', fee: '0.1' };
    const back = (amount: string, minutes: number): typeof row => ({
      ...row,
      id: `${ID.slice(0, -2)}${minutes + 10}`,
      kind: 'PAYOUT',
      direction: 'IN',
      fee: '0',
      amount,
      createdAt: new Date(Date.parse(row.createdAt) + minutes * 60_000).toISOString(),
    });
    const refundOf = (...others: (typeof row)[]): unknown =>
      movementLines({
        ...facts,
        followed: [{ ...followed[0], kind: 'PAYOUT', reference: ID, walletType: row.walletType, amount: '10', startedAtMs: 0 }],
        recent: [payout, ...others],
      })[0]?.refund;
    expect(refundOf(back('10.1', 1))).toBe('WHOLE');
    expect(refundOf(back('10', 1))).toBe('WITHOUT_FEE');
    expect(refundOf(back('10', 1), back('10.1', 2))).toBe('UNKNOWN');
    expect(refundOf(back('10', -1))).toBe('UNKNOWN');
    expect(refundOf({ ...back('10', 1), walletType: 'JUF' })).toBe('UNKNOWN');
    expect(refundOf()).toBe('UNKNOWN');
  });

  it('is stored per member and for a day', () => {
    const values = new Map<string, string>();
    const storage = safeStorage(() => {
      throw new Error('not used');
    });
    Object.assign(storage, {
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string) => values.set(key, value).size > 0,
      remove: (key: string) => values.delete(key),
    });
    let nowMs = 1_000;
    const mira = followedMovements(storage, 'mira', () => nowMs);
    mira.add({ kind: 'DEPOSIT', reference: HASH, walletType: 'JU', amount: '5', startedAtMs: nowMs });
    expect(mira.read()).toHaveLength(1);
    expect(followedMovements(storage, 'lena', () => nowMs).read()).toEqual([]);
    nowMs += 25 * 3_600_000;
    expect(mira.read()).toEqual([]);
    nowMs = 1_000;
    mira.drop([HASH]);
    expect(values.size).toBe(0);
  });
});

it('reads a transaction’s confirmations', async () => {
  const receipts = [{ blockNumber: '0x64', status: '0x1' }, { blockNumber: '0x66', status: '0x0' }, null];
  const rpc: JsonRpc = {
    batch: () => Promise.resolve(['0x66', ...receipts].map((result): RpcAnswer => ({ ok: true, result }))),
    call: () => Promise.reject(new Error('not used')),
  };
  expect(await readConfirmations(rpc, ['a', 'b', 'c'])).toEqual([3, 'failed', undefined]);
});
