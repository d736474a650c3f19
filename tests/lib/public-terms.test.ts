import { expect, it } from 'vitest';
import { defaultEconomy } from '../../provider/economy.ts';
import { formatDaySpan, formatRate, formatRateSpan } from '../../src/lib/format-terms.ts';
import { publicTerms } from '../../src/lib/public-terms.ts';

const span = (values: number[]): { from: number; to: number } => ({ from: Math.min(...values), to: Math.max(...values) });

it('states the rates of the provider’s economy', () => {
  const { treasury, staking, transfer, insurance, pools } = defaultEconomy;
  expect(publicTerms.treasuryDiscount).toEqual(span(treasury.packages.map(({ discountRate }) => discountRate)));
  expect(publicTerms.vestingDays).toEqual(span(treasury.packages.map(({ vestingDays }) => vestingDays)));
  expect(publicTerms.stakingApr).toEqual(span(staking.periods.map(({ apr }) => apr)));
  expect(publicTerms.transferFee).toBe(transfer.feeRate);
  expect(publicTerms.rewardMintShare).toBe(pools.rewardMintShareOfSold);
  expect(publicTerms.insuranceDays).toBe(insurance.days);
  expect(publicTerms.insuranceMaxPayout).toBe(insurance.maxPayoutRate);
});

it('formats rates as the locale does', () => {
  expect(formatRate(50, 'en-US')).toBe('0.5%');
  expect(formatRate(10, 'de-DE')).toBe('0,1\u00a0%');
  expect(formatRateSpan({ from: 600, to: 1_800 }, 'en-US')).toBe('6\u2060–\u206018%');
  expect(formatRateSpan({ from: 0, to: 1_000 }, 'de-DE')).toBe('0\u2060–\u206010\u00a0%');
  expect(formatRateSpan({ from: 0, to: 1_000 }, 'it-IT')).toBe('0\u2060–\u206010%');
  expect(formatDaySpan({ from: 30, to: 360 }, 'de-DE')).toBe('30\u2060–\u2060360 Tage');
});
