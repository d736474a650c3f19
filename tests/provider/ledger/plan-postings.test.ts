import { describe, expect, it } from 'vitest';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { type Entry, planPostings } from '../../../provider/ledger/plan-postings.ts';

const [ANA, BEN] = ['01939d2c-7a10-7000-8000-00000000000a', '01939d2c-7a10-7000-8000-00000000000b'];
const ana = memberAccount('AVAILABLE', ANA);
const ben = memberAccount('AVAILABLE', BEN);
const locked = memberAccount('LOCKED', ANA);
const fees = pooledAccount('FEES');
const move = (account: Entry['account'], amountBaseUnits: bigint, token: Entry['token'] = 'JU'): Entry => ({
  account,
  token,
  amountBaseUnits,
});
const fee = (account: Entry['account'], amountBaseUnits: bigint): Entry => ({ ...move(account, amountBaseUnits), role: 'FEE' });

describe('a transaction’s postings', () => {
  it('are one per account and token, and state how much of it is a fee', () => {
    expect(planPostings([move(ana, -100n), move(ben, 100n), fee(ana, -3n), fee(fees, 3n)])).toEqual([
      { account: ana, token: 'JU', amountBaseUnits: -103n, feeBaseUnits: 3n },
      { account: ben, token: 'JU', amountBaseUnits: 100n, feeBaseUnits: 0n },
      { account: fees, token: 'JU', amountBaseUnits: 3n, feeBaseUnits: 0n },
    ]);
  });

  it('are in the database’s order: kind, then token, then owner, however the entries were', () => {
    const entries = [
      move(fees, 1n, 'USDT'),
      move(ben, -1n, 'USDT'),
      move(ben, 5n),
      move(ana, -5n),
      move(locked, -2n, 'JUF'),
      move(ana, 2n, 'JUF'),
    ];
    const inOrder = [
      [ana, 'JU'],
      [ben, 'JU'],
      [ana, 'JUF'],
      [ben, 'USDT'],
      [locked, 'JUF'],
      [fees, 'USDT'],
    ];
    for (const given of [entries, entries.toReversed()]) {
      expect(planPostings(given).map(({ account, token }) => [account, token])).toEqual(inOrder);
    }
  });

  it('omit an account that receives as much as it pays', () => {
    const planned = planPostings([move(ana, -7n), move(locked, 7n), move(locked, -7n), move(ben, 7n)]);
    expect(planned.map(({ account }) => account)).toEqual([ana, ben]);
  });

  it('may consist of a fee alone, which is then all that its payer pays', () => {
    expect(planPostings([fee(ana, -3n), fee(fees, 3n)])).toEqual([
      { account: ana, token: 'JU', amountBaseUnits: -3n, feeBaseUnits: 3n },
      { account: fees, token: 'JU', amountBaseUnits: 3n, feeBaseUnits: 0n },
    ]);
  });

  it.each<[string, Entry[], string]>([
    [
      'a token’s entries sum to more than zero',
      [move(ana, -5n), move(ben, 6n)],
      'The JU entries of a ledger transaction sum to 1 instead of zero',
    ],
    [
      'sums are zero only across tokens',
      [move(ana, -5n, 'JUF'), move(ben, 5n, 'USDT')],
      'The JUF entries of a ledger transaction sum to -5 instead of zero',
    ],
    [
      'fees don’t sum to zero among themselves',
      [move(ana, -5n), move(ben, 2n), fee(fees, 3n)],
      'The JU fee entries of a ledger transaction sum to 3 instead of zero',
    ],
    ['nothing moves', [move(ana, -5n), move(ana, 5n)], 'A ledger transaction moves something'],
    ['there are no entries', [], 'A ledger transaction moves something'],
    [
      'somebody pays a fee out of what they get',
      [move(ana, 10n), move(ben, -10n), fee(ana, -3n), fee(fees, 3n)],
      'A fee is part of what its payer gives',
    ],
    [
      'a fee is more than its payer gives',
      [move(ana, 1n), move(ben, -1n), fee(ana, -3n), fee(fees, 3n)],
      'A fee is part of what its payer gives',
    ],
  ])('are refused where %s', (_name, entries, message) => {
    expect(() => planPostings(entries)).toThrow(new RangeError(message));
  });
});
