import { toDecimalString } from '../../../src/lib/amount.ts';
import type { Portfolio } from '../../../src/lib/api/contract/dashboard.ts';
import { memberBalances } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { CurrentPrices } from '../../price/read-prices.ts';
import { USD_DECIMALS } from '../../price/value-in-usd.ts';
import { stakedCapital } from '../staking/held-stakes.ts';
import { readVesting } from '../vesting/read-vesting.ts';
import { type Holding, valueHoldings } from './value-holdings.ts';

/**
 * What a member owns and what it's worth, with staked and vesting amounts if any. Locked amounts still belong to the member and count as in the wallet. The
 * total is the sum of the parts as displayed, so that it adds up; it's unknown while any part is.
 */
export async function readPortfolio({ database, clock }: Services, memberId: string, prices: CurrentPrices): Promise<Portfolio> {
  const [balances, staked, vesting] = await Promise.all([
    memberBalances(database, memberId),
    stakedCapital(database, memberId),
    readVesting(database, memberId, clock()),
  ]);
  const holdings: Holding[] = [
    ...balances.map(({ token, availableBaseUnits, lockedBaseUnits }): Holding => ({
      kind: 'WALLET',
      token,
      held: availableBaseUnits + lockedBaseUnits,
    })),
    ...PROMISED.map((kind): Holding => ({ kind, token: 'JUF', held: kind === 'STAKED' ? staked : vesting.owedJuf })).filter(
      ({ held }) => held > 0n,
    ),
  ];
  const { parts, totalUsd } = valueHoldings(holdings, prices);
  return {
    totalUsd: formatUsd(totalUsd),
    parts: parts.map(({ kind, token, held, usd }) => ({
      kind,
      walletType: token,
      amount: toDecimalString(held, tokenDecimals[token]),
      usd: formatUsd(usd),
    })),
  };
}

const PROMISED = ['STAKED', 'VESTING'] as const;

function formatUsd(usd: bigint | null): string | null {
  return usd === null ? null : toDecimalString(usd, USD_DECIMALS);
}
