import type { Token } from '../../ledger/account.ts';
import type { CurrentPrices } from '../../price/read-prices.ts';
import { valueInUsd } from '../../price/value-in-usd.ts';

export interface Holding {
  kind: 'WALLET' | 'STAKED' | 'VESTING';
  token: Token;
  /** In base units. */
  held: bigint;
}

export interface ValuedHoldings {
  parts: (Holding & { usd: bigint | null })[];
  /** The sum of the parts as displayed, so that it adds up; null while any part is unknown. */
  totalUsd: bigint | null;
}

/** The value of holdings in millionths of a US dollar, each rounded down. An empty holding is worth nothing, even without a price. */
export function valueHoldings(holdings: readonly Holding[], prices: CurrentPrices): ValuedHoldings {
  const parts = holdings.map((holding) => ({
    ...holding,
    usd: holding.held === 0n ? 0n : valueInUsd(holding.held, holding.token, prices),
  }));
  const totalUsd = parts.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
  return { parts, totalUsd };
}
