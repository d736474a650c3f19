import { amount, id, walletType } from '../api/contract/scalars.ts';
import type { TransactionRow } from '../api/contract/transaction.ts';
import { z } from '../api/contract/zod.ts';
import { jsonList, type Kept } from '../storage/kept.ts';
import { type DepositTransaction, idOf, isSettled } from '../transactions/tracked-transaction.ts';

/**
 * `waiting`: not in a block yet, as far as known. `unseen`: the network doesn't know it, which isn't the same as failed. `cancelled` and `replaced`: another
 * transaction of the same wallet took its place.
 */
export type MovementStatus = 'waiting' | 'unseen' | 'confirming' | 'settled' | 'failed' | 'cancelled' | 'replaced';

export interface MovementLine {
  kind: 'DEPOSIT' | 'PAYOUT';
  /** The hash that the wallet named, or the id of a payout's transaction. */
  reference: string;
  walletType: TransactionRow['walletType'];
  amount: bigint;
  status: MovementStatus;
  /** Nothing that may still happen would change its status. */
  isFinal: boolean;
  confirmations: number;
  /** Its row in the list of transactions. */
  row: TransactionRow | undefined;
  /** The refund of a failed payout. */
  refund: Refund;
}

interface PendingDeposit {
  hash: `0x${string}`;
  walletType: TransactionRow['walletType'];
  amount: bigint;
  confirmations: number;
}

interface MovementFacts {
  deposits: readonly DepositTransaction[];
  payouts: readonly FollowedPayout[];
  pendingDeposits: readonly PendingDeposit[];
  rows: readonly TransactionRow[];
  /** The state of a payout's hash on the chain: its number of confirmations, or that it failed. */
  onChain: Readonly<Record<string, number | 'failed'>>;
}

/** A payout requested on this device, followed until it is final, across reloads. */
const followedPayout = z.object({ id, walletType, amount, startedAtMs: z.number() });

/** Kept per member; survives signing out. */
export const payoutList = jsonList(followedPayout);

/** After that, the list of transactions is enough. */
export const FOLLOWED_MS = 24 * 60 * 60_000;
const MOST = 20;

/** Movements between chain and ledger and their progress, including those that arrived while being followed. */
export function movementLines({ deposits, payouts, pendingDeposits, rows, onChain }: MovementFacts): MovementLine[] {
  const taken = new Set<string>(deposits.flatMap(({ hash, firstHash = hash }) => [hash, firstHash]));
  const followed = new Set(payouts.map(({ id }) => id));
  const others = rows.filter(({ id, kind, status }) => kind === 'PAYOUT' && status === 'PENDING' && !followed.has(id));
  return [
    ...deposits.map((deposit) => {
      const row = entryOf(deposit, rows.filter(isDepositSince(deposit)), taken);
      const pending = entryOf(deposit, pendingDeposits, taken);
      // They can't be a second one's.
      for (const entry of [row, pending]) if (entry) taken.add(entry.hash);
      return depositLine(deposit, row, pending);
    }),
    ...pendingDeposits
      .filter(({ hash }) => !taken.has(hash))
      .map(({ hash, walletType, amount, confirmations }): MovementLine => ({
        kind: 'DEPOSIT',
        reference: hash,
        walletType,
        amount,
        status: confirmations > 0 ? 'confirming' : 'waiting',
        isFinal: false,
        confirmations,
        row: undefined,
        refund: 'UNKNOWN',
      })),
    ...[...payouts, ...others].map((payout) => payoutLine(payout, rows, onChain)),
  ];
}

/** An equal one from before isn't it, whatever its hash. */
function isDepositSince({ hash, firstHash, sentAtMs }: DepositTransaction): (row: TransactionRow) => boolean {
  return (row) => row.kind === 'DEPOSIT' && (row.hash === hash || row.hash === firstHash || Date.parse(row.createdAt) >= sentAtMs);
}

/**
 * What the ledger has of a deposit. The chain may know it by another hash than the wallet does, for example when a multisig has executed it: then it's an
 * equal one that nothing else accounts for.
 */
function entryOf<Entry extends Pick<TransactionRow, 'hash' | 'walletType' | 'amount'>>(
  { hash, firstHash, status, purpose }: DepositTransaction,
  entries: readonly Entry[],
  taken: ReadonlySet<string>,
): Entry | undefined {
  const own = entries.find((entry) => entry.hash === hash || entry.hash === firstHash);
  const isElsewhere = status.kind === 'UNSEEN' || (status.kind === 'PENDING' && status.missingSinceMs !== null);
  const mayBeAnother = isElsewhere || (status.kind === 'REPLACED' && status.as === 'OTHER');
  if (own || !mayBeAnother) return own;
  return entries.find((entry) => entry.walletType === purpose.walletType && entry.amount === purpose.amount && !taken.has(entry.hash));
}

function depositLine(deposit: DepositTransaction, row: TransactionRow | undefined, pending: PendingDeposit | undefined): MovementLine {
  const { status, purpose } = deposit;
  const confirmations = pending?.confirmations ?? ('gasFee' in status ? status.confirmations : 0);
  const line = { ...purpose, reference: idOf(deposit), row, refund: 'UNKNOWN', confirmations } as const;
  if (row?.status === 'POSTED') return { ...line, status: 'settled', isFinal: true };
  if (row?.status === 'VOIDED') return { ...line, status: 'failed', isFinal: true };
  const isFinal = isSettled(deposit);
  if (status.kind === 'REVERTED') return { ...line, status: 'failed', isFinal };
  if (confirmations > 0) return { ...line, status: 'confirming', isFinal: false };
  if (pending || status.kind === 'PENDING') return { ...line, status: 'waiting', isFinal: false };
  if (status.kind === 'REPLACED') return { ...line, status: status.as === 'CANCELLED' ? 'cancelled' : 'replaced', isFinal };
  return { ...line, status: 'unseen', isFinal: false };
}

function payoutLine(
  { id, walletType, amount }: Pick<FollowedPayout, 'id' | 'walletType' | 'amount'>,
  rows: readonly TransactionRow[],
  onChain: MovementFacts['onChain'],
): MovementLine {
  const row = rows.find((each) => each.kind === 'PAYOUT' && each.id === id);
  const chain = row && onChain[row.hash];
  const confirmations = typeof chain === 'number' ? chain : 0;
  const refund = row?.status === 'VOIDED' ? readRefund(row, rows) : 'UNKNOWN';
  const line = { kind: 'PAYOUT', reference: id, walletType, amount, row, refund, confirmations } as const;
  if (row?.status === 'POSTED') return { ...line, status: 'settled', isFinal: true };
  if (row?.status === 'VOIDED') return { ...line, status: 'failed', isFinal: true };
  return { ...line, status: confirmations > 0 ? 'confirming' : 'waiting', isFinal: false };
}

/** The refund of a payout that wasn't made. */
type Refund = 'WHOLE' | 'WITHOUT_FEE' | 'UNKNOWN';

/** Determined by the refund's row. If several payouts of the same size were refunded differently, the rows can't be matched. */
function readRefund(payout: TransactionRow, rows: readonly TransactionRow[]): Refund {
  const { amount } = payout;
  const whole = amount + payout.fee;
  const back = rows
    .filter(({ kind, direction, walletType }) => kind === 'PAYOUT' && direction === 'IN' && walletType === payout.walletType)
    .filter(({ createdAt }) => Date.parse(createdAt) >= Date.parse(payout.createdAt))
    .map((row) => row.amount);
  const [isWhole, isWithoutFee] = [back.includes(whole), back.includes(amount)];
  if (isWhole === isWithoutFee) return isWhole && whole === amount ? 'WHOLE' : 'UNKNOWN';
  return isWhole ? 'WHOLE' : 'WITHOUT_FEE';
}

export type FollowedPayout = z.output<typeof followedPayout>;

export interface FollowedPayouts {
  read: () => FollowedPayout[];
  add: (payout: FollowedPayout) => void;
  drop: (ids: readonly string[]) => void;
}

export function followedPayouts(kept: Kept<readonly FollowedPayout[]>, nowMs: () => number): FollowedPayouts {
  const read = (): FollowedPayout[] => (kept.get() ?? []).filter(({ startedAtMs }) => startedAtMs + FOLLOWED_MS > nowMs());
  const write = (payouts: readonly FollowedPayout[]): void => void kept.set(payouts.length === 0 ? null : payouts.slice(-MOST));
  return {
    read,
    add: (payout) => write([...read().filter((other) => other.id !== payout.id), payout]),
    drop: (ids) => write(read().filter((payout) => !ids.includes(payout.id))),
  };
}
