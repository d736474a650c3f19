import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem';
import { expect, it } from 'vitest';
import { MOST_UNITS, readTokenCall } from '../../src/development-wallet/plan-transaction.ts';
import { developmentAddresses } from '../../src/lib/chain/addresses/development-addresses.ts';

const PARTY = '0x00000000000000000000000000000000000000ab';
const call = (functionName: 'transfer' | 'approve', units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [PARTY, units] });
const { usdt, juf, router } = developmentAddresses;

it('reads who receives how much of a token of the product', () => {
  const found = readTokenCall({ to: usdt, value: 0n, data: call('transfer', 300_000_000n) });
  expect(found).toEqual({ does: 'TRANSFER', token: 'USDT', decimals: 6, party: PARTY, units: 300_000_000n });
});

it('reads who may spend how much, also without end', () => {
  expect(readTokenCall({ to: juf, value: 0n, data: call('approve', 5n) })).toMatchObject({ does: 'APPROVE', token: 'JUF', units: 5n });
  expect(readTokenCall({ to: juf, value: 0n, data: call('approve', maxUint256) })?.units).toBe(MOST_UNITS);
});

it.each([
  ['another contract', { to: router, value: 0n, data: call('transfer', 1n) }],
  ['a contract to be made', { to: undefined, value: 0n, data: call('transfer', 1n) }],
  ['JU sent along', { to: usdt, value: 1n, data: call('transfer', 1n) }],
  ['bytes behind the amount', { to: usdt, value: 0n, data: `${call('transfer', 1n)}00` as const }],
  ['dirty bytes before the address', { to: usdt, value: 0n, data: `0xa9059cbb01${call('transfer', 1n).slice(12)}` as const }],
])('names nothing for %s', (_, plan) => {
  expect(readTokenCall(plan)).toBeNull();
});
