import type { Hex } from 'viem';
import { fromDecimalString, mulDivFloor, toDecimalString } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import type { Sums } from './sum-tree.ts';

/** The public figures of debts and of what covers them. Amounts are decimal strings in whole tokens. */
export interface Reserves {
  /** When they were read. */
  at: string;
  /** The block they refer to. */
  block: { number: string; hash: Hex };
  vault: string;
  /** Whether the vault held all that was owed; null if only the chain could be queried. */
  isCovered: boolean | null;
  tokens: Record<keyof Sums, TokenReserves>;
  /** The latest tree of members' balances at the end of a day; null while there is none. */
  tree: { date: string; root: Hex; total: Record<keyof Sums, string> } | null;
}

export interface TokenReserves {
  /** On the chain. */
  vault: string;
  /** Null if the provider is the operator's own, so that only the chain can be queried. */
  ledger: {
    owedInAll: string;
    /** Owed to members in their wallets; reserved for them; arriving; reserved for promises not yet made; the operator's own. */
    owed: Record<'members' | 'promised' | 'arriving' | 'pools' | 'operator', string>;
    /** Sold, but not minted on the chain yet. */
    notMinted: string;
    /** Lost on the chain, and not covered yet. */
    uncoveredLoss: string;
    /** Taken out of the vault by the operator so far, from fees and sales. */
    withdrawn: string;
  } | null;
}

/** A reader is waiting for the page. */
const TIMEOUT_MS = 3_000;

/**
 * Holdings divided by debts, in basis points, rounded down; null if nothing is owed, or it's unknown. JUF that was sold and isn't minted yet counts as
 * held.
 */
export function coverRatio({ vault, ledger }: TokenReserves): number | null {
  if (ledger === null) return null;
  const owed = fromDecimalString(ledger.owedInAll);
  return owed === 0n ? null : Number(mulDivFloor(fromDecimalString(vault) + fromDecimalString(ledger.notMinted), BASIS_POINTS, owed));
}

/** Whether part of what counts as held was sold and isn't on the chain yet. */
export function isPartNotMinted({ ledger }: TokenReserves): boolean {
  return ledger !== null && fromDecimalString(ledger.notMinted) > 0n;
}

interface ReserveFigure {
  value: bigint;
  locale: string;
  unit: string;
}

/** One of the published amounts as `PageFigure` takes it. */
export function reserveFigure(amount: string, unit: string, locale: string): ReserveFigure {
  return { value: fromDecimalString(amount), locale, unit };
}

/** The sum of published amounts. */
export function sumOf(amounts: readonly string[]): string {
  return toDecimalString(amounts.reduce((sum, amount) => sum + fromDecimalString(amount), 0n));
}

/** The reserves for a page; null if they are unknown or not available in time. */
export async function readReserves(read: (() => Promise<Reserves | null>) | undefined): Promise<Reserves | null> {
  if (read === undefined) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  try {
    // The failure has been logged at its source; the page says that there is nothing to show.
    return await Promise.race([read().catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
