import { expect, it } from 'vitest';
import { ONE } from '../../../src/lib/token-decimals.ts';
import { availableUsd, balanceLines } from '../../../src/islands/wallet/balance-lines.ts';

const wallet = { decimals: 18, tokenAddress: null };

it('values what is spendable, without what is locked, and sums it to what is available', () => {
  const lines = balanceLines({
    walletList: [
      { ...wallet, walletType: 'USDT', balance: '30', locked: '10', usd: '40' },
      { ...wallet, walletType: 'JUF', balance: '0', locked: '0', usd: '0' },
      { ...wallet, walletType: 'JU', balance: '100', locked: '0', usd: '8.47' },
    ],
  });
  expect(lines.map(({ usd }) => usd)).toEqual([30n * ONE, 0n, (847n * ONE) / 100n]);
  expect(availableUsd(lines)).toBe((3_847n * ONE) / 100n);
});

it('has no sum while a price is missing', () => {
  expect(availableUsd(balanceLines({ walletList: [{ ...wallet, walletType: 'JU', balance: '1', locked: '0', usd: null }] }))).toBeNull();
});
