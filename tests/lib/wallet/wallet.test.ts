import { describe, expect, it, vi } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { DepositTransaction } from '../../../src/lib/transactions/tracked-transaction.ts';
import { followedPayouts, movementLines, payoutList } from '../../../src/lib/wallet/movement-lines.ts';
import { transactionsCsv } from '../../../src/islands/wallet/HistoryExport.tsx';
import { keptOnDevice } from '../../../src/lib/storage/kept.ts';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import wallet from '../../../public/locales/en/wallet.json' with { type: 'json' };

const HASH = `0x${'ab'.repeat(32)}` as const;
const ID = '01989f2c-4f77-7a1b-8c3d-9e0f1a2b3c4d';
const row: TransactionRow = {
  id: ID,
  kind: 'TRANSFER',
  walletType: 'USDT',
  amount: fromDecimalString('120.5'),
  direction: 'OUT',
  fee: fromDecimalString('0.12'),
  hash: HASH,
  status: 'POSTED',
  createdAt: '2026-11-20T19:40:00.000Z',
  balanceAfter: fromDecimalString('4130'),
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
      { ...row, kind: 'TREASURY_PURCHASE', subject: { packageName: '=Seed', juf: fromDecimalString('235.64159') } },
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
  const deposit: DepositTransaction = {
    hash: HASH,
    owner: `0x${'1'.repeat(40)}`,
    to: `0x${'2'.repeat(40)}`,
    data: '0x',
    value: '5',
    nonce: null,
    sentAtMs: Date.parse(row.createdAt) - 60_000,
    sentAtBlock: 1,
    purpose: { kind: 'DEPOSIT', walletType: 'USDT', amount: fromDecimalString('120.5') },
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  };
  const other = `0x${'cd'.repeat(32)}` as const;
  const credited: TransactionRow = { ...row, kind: 'DEPOSIT', direction: 'IN' };
  const payout = { id: ID, walletType: 'USDT', amount: fromDecimalString('10'), startedAtMs: 0 } as const;
  const inBlock = { blockNumber: 2, blockHash: other, confirmations: 2, gasFee: '1' } as const;
  const facts = { deposits: [deposit], payouts: [], pendingDeposits: [], rows: [], onChain: {} };
  const unseen = { ...deposit, status: { kind: 'UNSEEN', sinceMs: 0 } } as const;
  const statuses = (more: Partial<Parameters<typeof movementLines>[0]>): unknown[] =>
    movementLines({ ...facts, ...more }).map(({ status, confirmations }) => [status, confirmations]);
  const ofStatus = (status: DepositTransaction['status']): unknown => {
    const [line] = movementLines({ ...facts, deposits: [{ ...deposit, status }] });
    return [line?.status, line?.isFinal];
  };

  it('waits for its block, counts its confirmations, and settles once the ledger does', () => {
    expect(statuses({})).toEqual([['waiting', 0]]);
    expect(statuses({ deposits: [{ ...deposit, status: { kind: 'CONFIRMED', ...inBlock } }] })).toEqual([['confirming', 2]]);
    const pending = { hash: HASH, walletType: 'USDT', amount: fromDecimalString('120.5'), confirmations: 1 } as const;
    expect(statuses({ pendingDeposits: [pending] })).toEqual([['confirming', 1]]);
    expect(statuses({ rows: [credited] })).toEqual([['settled', 0]]);
  });

  it('isn’t settled just because it has three confirmations', () => {
    expect(ofStatus({ kind: 'CONFIRMED', ...inBlock, confirmations: 5 })).toEqual(['confirming', false]);
  });

  it('is said to be over only where nothing may still change it', () => {
    expect(ofStatus({ kind: 'UNSEEN', sinceMs: 0 })).toEqual(['unseen', false]);
    expect(ofStatus({ kind: 'REVERTED', ...inBlock })).toEqual(['failed', false]);
    expect(ofStatus({ kind: 'REVERTED', ...inBlock, confirmations: 3 })).toEqual(['failed', true]);
    expect(ofStatus({ kind: 'REPLACED', by: other, as: 'CANCELLED', confirmations: 2 })).toEqual(['cancelled', false]);
    expect(ofStatus({ kind: 'REPLACED', by: other, as: 'OTHER', confirmations: 3 })).toEqual(['replaced', true]);
  });

  it('is one line under either of its hashes', () => {
    const spedUp = { ...deposit, hash: other, firstHash: HASH } as const;
    const pending = { hash: other, walletType: 'USDT', amount: fromDecimalString('120.5'), confirmations: 1 } as const;
    expect(statuses({ deposits: [spedUp], pendingDeposits: [pending] })).toEqual([['confirming', 1]]);
    expect(statuses({ deposits: [spedUp], rows: [{ ...credited, hash: other }] })).toEqual([['settled', 0]]);
    expect(statuses({ deposits: [spedUp], rows: [credited] })).toEqual([['settled', 0]]);
  });

  it('ends with an equal deposit that was credited since, where the chain doesn’t know the wallet’s hash', () => {
    const equal = { ...credited, hash: other };
    expect(statuses({ deposits: [unseen], rows: [equal] })).toEqual([['settled', 0]]);
    const pending = { hash: other, walletType: 'USDT', amount: fromDecimalString('120.5'), confirmations: 1 } as const;
    expect(statuses({ deposits: [unseen], pendingDeposits: [pending] })).toEqual([['confirming', 1]]);
    // While the chain knows it, the hash decides.
    expect(statuses({ rows: [equal] })).toEqual([['waiting', 0]]);
    for (const different of [
      { amount: fromDecimalString('120.6') },
      { walletType: 'JUF' },
      { createdAt: '2026-11-20T19:38:00.000Z' },
      { kind: 'PAYOUT' },
    ] as const) {
      expect(statuses({ deposits: [unseen], rows: [{ ...equal, ...different }] })).toEqual([['unseen', 0]]);
    }
  });

  it('is ended by one credited deposit alone, which is no other’s', () => {
    const equal = { ...credited, hash: other };
    const second = { ...unseen, hash: `0x${'ef'.repeat(32)}` } as const;
    expect(statuses({ deposits: [unseen, second], rows: [equal] })).toEqual([
      ['settled', 0],
      ['unseen', 0],
    ]);
    expect(statuses({ deposits: [unseen, { ...deposit, hash: other }], rows: [equal] })).toEqual([
      ['unseen', 0],
      ['settled', 0],
    ]);
  });

  it('includes those from other devices, and payouts that aren’t final', () => {
    const lines = movementLines({
      ...facts,
      pendingDeposits: [{ hash: other, walletType: 'USDT', amount: fromDecimalString('7'), confirmations: 1 }],
      rows: [{ ...row, kind: 'PAYOUT', status: 'PENDING' }],
      onChain: { [HASH]: 2 },
    });
    expect(lines.map(({ kind, reference, status }) => [kind, reference, status])).toEqual([
      ['DEPOSIT', HASH, 'waiting'],
      ['DEPOSIT', other, 'confirming'],
      ['PAYOUT', ID, 'confirming'],
    ]);
  });

  it('says that a payout was refunded', () => {
    expect(statuses({ deposits: [], payouts: [payout], rows: [{ ...row, kind: 'PAYOUT', status: 'VOIDED' }] })).toEqual([['failed', 0]]);
  });

  it('reports whether a payout’s fee was refunded too, and doesn’t guess if equal ones were refunded differently', () => {
    const voided = {
      ...row,
      kind: 'PAYOUT',
      direction: 'OUT',
      status: 'VOIDED',
      amount: fromDecimalString('10'),
      fee: fromDecimalString('0.1'),
    } as const;
    const back = (amount: bigint, minutes: number): typeof row => ({
      ...row,
      id: `${ID.slice(0, -2)}${minutes + 10}`,
      kind: 'PAYOUT',
      direction: 'IN',
      fee: 0n,
      amount,
      createdAt: new Date(Date.parse(row.createdAt) + minutes * 60_000).toISOString(),
    });
    const refundOf = (...others: (typeof row)[]): unknown =>
      movementLines({ ...facts, deposits: [], payouts: [payout], rows: [voided, ...others] })[0]?.refund;
    expect(refundOf(back(fromDecimalString('10.1'), 1))).toBe('WHOLE');
    expect(refundOf(back(fromDecimalString('10'), 1))).toBe('WITHOUT_FEE');
    expect(refundOf(back(fromDecimalString('10'), 1), back(fromDecimalString('10.1'), 2))).toBe('UNKNOWN');
    expect(refundOf(back(fromDecimalString('10'), -1))).toBe('UNKNOWN');
    expect(refundOf({ ...back(fromDecimalString('10'), 1), walletType: 'JUF' })).toBe('UNKNOWN');
    expect(refundOf()).toBe('UNKNOWN');
  });

  it('is stored per member and for a day, if it is a payout', () => {
    const values = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    });
    let nowMs = 1_000;
    const payoutsOf = (member: string) => followedPayouts(keptOnDevice(member, payoutList), () => nowMs);
    const mira = payoutsOf('mira');
    mira.add({ ...payout, startedAtMs: nowMs });
    expect(mira.read()).toHaveLength(1);
    expect(payoutsOf('lena').read()).toEqual([]);
    nowMs += 25 * 3_600_000;
    expect(mira.read()).toEqual([]);
    nowMs = 1_000;
    mira.drop([ID]);
    expect(values.size).toBe(0);
    vi.unstubAllGlobals();
  });
});
