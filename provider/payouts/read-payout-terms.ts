import { fromDecimalString, toDecimalString } from '../../src/lib/amount.ts';
import type { Token } from '../ledger/account.ts';
import { currentPrices } from '../price/read-prices.ts';
import { USD_DECIMALS } from '../price/value-in-usd.ts';
import type { Services } from '../provider-services.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { mostWithin, readDailyLeft } from './payout-limit.ts';
import { readFreeInVault, readVaultHolding } from './read-vault.ts';

export interface PayoutTerms {
  minAmount: string;
  /** The smallest of the limit per payout, what the vault can pay, and what is left of the daily limit. */
  maxAmount: string;
  feeRate: number;
  feeMin: string;
  dailyLeft: string;
}

/** The terms of a payout now; its fee doesn't depend on its amount. */
export async function readPayoutTerms(services: Services, memberId: string, token: Token): Promise<PayoutTerms> {
  const { database, economy, clock, prices } = services;
  const now = clock();
  const [holding, dailyLeft, current] = await Promise.all([
    readVaultHolding(services, token),
    readDailyLeft(database, economy, memberId, now),
    currentPrices(prices, now),
  ]);
  const { minimum, maximum, payoutFee } = economy.transfer;
  const bounds = [
    fromDecimalString(maximum, tokenDecimals[token]),
    holding === null ? 0n : await readFreeInVault(database, holding, token),
    mostWithin(dailyLeft, token, current, economy),
  ];
  return {
    minAmount: minimum,
    maxAmount: toDecimalString(least(bounds), tokenDecimals[token]),
    feeRate: 0,
    feeMin: payoutFee[token],
    dailyLeft: toDecimalString(dailyLeft, USD_DECIMALS),
  };
}

function least(bounds: readonly bigint[]): bigint {
  const lowest = bounds.reduce((low, bound) => (bound < low ? bound : low));
  return lowest > 0n ? lowest : 0n;
}
