import { toDecimalString } from '../../../src/lib/amount.ts';
import { type Portfolio } from '../../../src/lib/api/contract/dashboard.ts';
import { memberBalances } from '../../ledger/balances.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { type CurrentPrices } from '../price/read-prices.ts';
import { USD_DECIMALS, valueInUsd } from '../price/value-in-usd.ts';

/**
 * What a member owns and what it is worth. What is locked for a moment still is theirs and counts as in the wallet. The total is the sum of the
 * parts as shown, so that it can be added up; it is unknown as long as a part of it is.
 */
export async function readPortfolio({ database }: Services, memberId: string, prices: CurrentPrices): Promise<Portfolio> {
  const balances = await memberBalances(database, memberId);
  const parts = balances.map(({ token, availableBaseUnits, lockedBaseUnits }) => {
    const held = availableBaseUnits + lockedBaseUnits;
    return { token, held, usd: held === 0n ? 0n : valueInUsd(held, token, prices) };
  });
  const totalUsd = parts.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
  return {
    totalUsd: formatUsd(totalUsd),
    parts: parts.map(({ token, held, usd }) => ({
      kind: 'WALLET' as const,
      walletType: token,
      amount: toDecimalString(held, tokenDecimals[token]),
      usd: formatUsd(usd),
    })),
  };
}

function formatUsd(usd: bigint | null): string | null {
  return usd === null ? null : toDecimalString(usd, USD_DECIMALS);
}
