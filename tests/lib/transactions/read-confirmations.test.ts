import { createClient, custom, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { readConfirmations } from '../../../src/lib/transactions/look-at-transaction.ts';

const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`;
const RECEIPTS: Readonly<Record<Hex, object>> = {
  [hashOf('a')]: { blockNumber: '0x64', status: '0x1' },
  [hashOf('b')]: { blockNumber: '0x64', status: '0x0' },
};
const client = createClient({
  transport: custom({
    request: ({ method, params = [] }: { method: string; params?: readonly Hex[] }) =>
      Promise.resolve(method === 'eth_blockNumber' ? '0x66' : (RECEIPTS[params[0] ?? '0x'] ?? null)),
  }),
});

it.each([
  ['counts the blocks from the transaction’s own onwards', 'a', 3],
  ['tells that it failed', 'b', 'failed'],
  ['tells that it is in no block', 'c', undefined],
])('the chain’s answer %s', async (_what, digit, expected) => {
  expect(await readConfirmations(client, hashOf(digit))).toBe(expected);
});
