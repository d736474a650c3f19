import { type Hex } from 'viem';
import { type Sums } from './sum-tree.ts';

/** What everybody may know of what is owed and of what lies there for it. Amounts are decimal strings in whole tokens. */
export interface Reserves {
  /** When it was looked at. */
  at: string;
  /** As of which block. */
  block: { number: string; hash: Hex };
  vault: string;
  /** Whether the vault held all that was owed; null where only the chain could be asked. */
  isCovered: boolean | null;
  tokens: Record<keyof Sums, TokenReserves>;
  /** The newest tree of what members had at the end of a day; null while there is none. */
  tree: { date: string; root: Hex; total: Record<keyof Sums, string> } | null;
}

export interface TokenReserves {
  /** On the chain. */
  vault: string;
  /** Null where the provider is the operator's own, and only the chain could be asked. */
  ledger: {
    owedInAll: string;
    /** To members in their wallets; set apart for them; on its way in; set apart for what is promised to nobody yet; the operator's own. */
    owed: Record<'members' | 'promised' | 'arriving' | 'pools' | 'operator', string>;
    /** Sold, and not minted on the chain yet. */
    notMinted: string;
    /** Lost on the chain, and covered by nobody yet. */
    uncoveredLoss: string;
  } | null;
}
