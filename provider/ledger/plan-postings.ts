import { type Account, ACCOUNT_KINDS, type Token, TOKENS } from './account.ts';

export type Entry = {
  account: Account;
  token: Token;
  /** The account's change; negative if it pays. */
  amountBaseUnits: bigint;
  /** Fee entries are separate from the entries they're charged for, and sum to zero among themselves. */
  role?: 'FEE';
};

/** One account's part in a transaction, as passed to the database. */
export type Posting = { account: Account; token: Token; amountBaseUnits: bigint; feeBaseUnits: bigint };

/** One posting per account and token, in the order the database hashes them. Throws on mistakes only a programmer can make. */
export function planPostings(entries: readonly Entry[]): Posting[] {
  requireZeroSum(entries, 'entries');
  requireZeroSum(
    entries.filter(({ role }) => role === 'FEE'),
    'fee entries',
  );
  const postings = new Map<string, Posting>();
  for (const { account, token, amountBaseUnits, role } of entries) {
    const key = `${account.kind} ${token} ${account.ownerId}`;
    const posting = postings.get(key) ?? { account, token, amountBaseUnits: 0n, feeBaseUnits: 0n };
    posting.amountBaseUnits += amountBaseUnits;
    if (role === 'FEE' && amountBaseUnits < 0n) posting.feeBaseUnits -= amountBaseUnits;
    postings.set(key, posting);
  }
  const planned = [...postings.values()].filter(({ amountBaseUnits }) => amountBaseUnits !== 0n);
  if (planned.length < 2) throw new RangeError('A ledger transaction moves something');
  if (planned.some(({ amountBaseUnits, feeBaseUnits }) => feeBaseUnits > 0n && feeBaseUnits > -amountBaseUnits))
    throw new RangeError('A fee is part of what its payer gives');
  return planned.sort(inDatabaseOrder);
}

function requireZeroSum(entries: readonly Entry[], what: string): void {
  for (const token of TOKENS) {
    const sum = entries.reduce((total, entry) => (entry.token === token ? total + entry.amountBaseUnits : total), 0n);
    if (sum !== 0n) throw new RangeError(`The ${token} ${what} of a ledger transaction sum to ${sum.toString()} instead of zero`);
  }
}

function inDatabaseOrder(a: Posting, b: Posting): number {
  return (
    ACCOUNT_KINDS.indexOf(a.account.kind) - ACCOUNT_KINDS.indexOf(b.account.kind) ||
    TOKENS.indexOf(a.token) - TOKENS.indexOf(b.token) ||
    (a.account.ownerId < b.account.ownerId ? -1 : 1)
  );
}
