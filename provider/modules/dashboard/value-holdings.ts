import { type Token } from '../../ledger/account.ts';
import { type CurrentPrices } from '../price/read-prices.ts';
import { valueInUsd } from '../price/value-in-usd.ts';

export interface Holding {
  kind: 'WALLET' | 'STAKED' | 'VESTING';
  token: Token;
  /** In base units. */
  held: bigint;
}

export interface ValuedHoldings {
  parts: (Holding & { usd: bigint | null })[];
  /** The sum of the parts as shown, so that it can be added up; null as long as a part of it is. */
  totalUsd: bigint | null;
}

/** What holdings are worth in millionths of a US dollar, each rounded down. Nothing is worth nothing, at whatever price. */
export function valueHoldings(holdings: readonly Holding[], prices: CurrentPrices): ValuedHoldings {
  const parts = holdings.map((holding) => ({
    ...holding,
    usd: holding.held === 0n ? 0n : valueInUsd(holding.held, holding.token, prices),
  }));
  const totalUsd = parts.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
  return { parts, totalUsd };
}
