import { expect, it } from 'vitest';
import { shownMonth } from '../../../src/islands/dashboard/Outlook.tsx';
import { portfolioLines } from '../../../src/islands/dashboard/portfolio-lines.ts';
import { roundToCents } from '../../../src/lib/shown-amount.ts';
import { signedUsd } from '../../../src/lib/api/contract/scalars.ts';
import { ONE } from '../../../src/lib/token-decimals.ts';

const CENT = 10n ** 16n;
const from = '2026-11-01T00:00:00.000Z';
type Month = Parameters<typeof shownMonth>[0];
const returns = { kind: 'RETURNS', walletType: 'JUF', amount: ONE } as const;

function cents({ usd, isRoundedUp }: { usd: bigint | null; isRoundedUp: boolean }): bigint | null {
  return usd === null ? null : roundToCents(usd, isRoundedUp) / CENT;
}

it('what was earned adds up to its sum, and with the price change to the total', () => {
  const month: Month = {
    from,
    earned: [
      { ...returns, usd: signedUsd.parse('0.366') },
      { ...returns, kind: 'DISCOUNT', usd: signedUsd.parse('5.486') },
      { kind: 'TURBO', walletType: 'JU', amount: ONE, usd: signedUsd.parse('-0.004') },
    ],
    priceUsd: signedUsd.parse('37.266'),
    totalUsd: signedUsd.parse('43.114'),
  };
  const { earned, sum, price, total } = shownMonth(month);
  expect([...earned, sum, price, total].map(cents)).toEqual([37n, 549n, -1n, 585n, 3726n, 4311n]);
  const fallen = shownMonth({ ...month, priceUsd: signedUsd.parse('-10.009'), totalUsd: signedUsd.parse('-4.161') });
  expect([fallen.sum, fallen.price, fallen.total].map(cents)).toEqual([585n, -1001n, -416n]);
});

it('where a price is unknown, so are the sums', () => {
  const { earned, sum, price, total } = shownMonth({ from, earned: [{ ...returns, usd: null }], priceUsd: null, totalUsd: null });
  expect([...earned, sum, price, total].map(cents)).toEqual([null, null, null, null]);
});

it('a portfolio’s lines add up to its total', () => {
  const parts = ['100.009', '20.006', '3.004'].map(
    (usd) => ({ kind: 'WALLET', walletType: 'JUF', amount: ONE, usd: signedUsd.parse(usd) }) as const,
  );
  const shown = portfolioLines(parts).map(({ usd, isUsdRoundedUp }) => roundToCents(usd ?? 0n, isUsdRoundedUp) / CENT);
  expect(shown).toEqual([10001n, 2000n, 300n]);
  expect(portfolioLines([{ kind: 'WALLET', walletType: 'JUF', amount: ONE, usd: null }])[0]).toMatchObject({
    usd: null,
    isUsdRoundedUp: false,
  });
});
