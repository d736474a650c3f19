import { expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { ONE } from '../../../src/lib/token-decimals.ts';
import { availableUsd, balanceLines } from '../../../src/islands/wallet/balance-lines.ts';

const wallet = { decimals: 18, tokenAddress: null };

it('values what is spendable, without what is locked, and sums it to what is available', () => {
  const lines = balanceLines({
    walletList: [
      { ...wallet, walletType: 'USDT', balance: fromDecimalString('30'), locked: fromDecimalString('10'), usd: fromDecimalString('40') },
      { ...wallet, walletType: 'JUF', balance: 0n, locked: 0n, usd: 0n },
      { ...wallet, walletType: 'JU', balance: fromDecimalString('100'), locked: 0n, usd: fromDecimalString('8.47') },
    ],
  });
  expect(lines.map(({ usd }) => usd)).toEqual([30n * ONE, 0n, (847n * ONE) / 100n]);
  expect(availableUsd(lines)).toBe((3_847n * ONE) / 100n);
});

it('has no sum while a price is missing', () => {
  expect(
    availableUsd(balanceLines({ walletList: [{ ...wallet, walletType: 'JU', balance: fromDecimalString('1'), locked: 0n, usd: null }] })),
  ).toBeNull();
});

it('says which values are shown rounded up, so that the lines add up', () => {
  const lines = balanceLines({
    walletList: [
      { ...wallet, walletType: 'USDT', balance: 1n, locked: 0n, usd: fromDecimalString('225.684') },
      { ...wallet, walletType: 'JUF', balance: 1n, locked: 0n, usd: fromDecimalString('206.689') },
      { ...wallet, walletType: 'JU', balance: 1n, locked: 0n, usd: fromDecimalString('73.539') },
    ],
  });
  // 225.68, 206.69 and 73.54 beside a total of 505.91.
  expect(lines.map(({ isUsdRoundedUp }) => isUsdRoundedUp)).toEqual([false, true, true]);
  expect(availableUsd(lines)).toBe(fromDecimalString('505.912'));
});
