import type { Hex } from 'viem';
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
