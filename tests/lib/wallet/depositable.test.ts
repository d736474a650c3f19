import { expect, it } from 'vitest';
import { depositable } from '../../../src/islands/wallet/DepositForm.tsx';

const CENT = 10n ** 16n;

it.each([
  ['nothing is read yet', 'USDT', {}, null, { available: null, most: undefined, isShortOfGas: false }],
  ['of a token, all can go', 'USDT', { USDT: 5n, JU: 100n }, 7n, { available: 5n, most: undefined, isShortOfGas: false }],
  [
    'of JU, a reserve stays while the fee is unknown',
    'JU',
    { JU: 3n * CENT },
    null,
    { available: 3n * CENT, most: 2n * CENT, isShortOfGas: false },
  ],
  ['of JU, twice the fee stays', 'JU', { JU: 100n }, 7n, { available: 100n, most: 86n, isShortOfGas: false }],
  ['of JU that covers the fee but not its rise, nothing can go', 'JU', { JU: 13n }, 7n, { available: 13n, most: 0n, isShortOfGas: false }],
  [
    'with less JU than the fee, nothing can be sent',
    'USDT',
    { USDT: 5n, JU: 6n },
    7n,
    { available: 5n, most: undefined, isShortOfGas: true },
  ],
  ['JU that was not read is not too little', 'USDT', { USDT: 5n }, 7n, { available: 5n, most: undefined, isShortOfGas: false }],
] as const)('%s', (_, token, held, networkFee, expected) => {
  expect(depositable(token, held, networkFee)).toEqual(expected);
});
