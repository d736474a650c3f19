import type { Address, Hex } from './wallets/eip1193.ts';

/**
 * Calls whose arguments and answers are single words, put together without a library: what a page asks before it shows
 * anything must weigh little. Whatever is sent to be signed is encoded by viem.
 */
export const selectors = {
  allowance: '0xdd62ed3e',
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  getAmountOut: '0x054d50d4',
  getPair: '0xe6a43905',
  getReserves: '0x0902f1ac',
} as const satisfies Record<string, Hex>;

export function encodeWords(selector: Hex, ...words: readonly (bigint | Address)[]): Hex {
  return `0x${selector.slice(2)}${words.map((word) => BigInt(word).toString(16).padStart(64, '0')).join('')}`;
}

/** The words of an answer; throws RangeError where it does not hold as many. */
export function decodeWords(answer: unknown, count: number): bigint[] {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer) || answer.length < 2 + 64 * count)
    throw new RangeError(`The answer does not hold ${count} words`);
  return Array.from({ length: count }, (_, index) => BigInt(`0x${answer.slice(2 + 64 * index, 66 + 64 * index)}`));
}

export function addressOfWord(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`;
}
