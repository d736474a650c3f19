import { isHex } from '../is-hex.ts';
import type { Address } from './eip1193.ts';

/** The accounts of `eth_accounts` or `accountsChanged`; anything that isn't an address is dropped. */
export function readAccounts(answer: unknown): Address[] {
  return Array.isArray(answer) ? answer.filter((value) => isHex(value, 20)) : [];
}

/** The chain id from `eth_chainId` or `chainChanged`: hex by EIP-695, but some wallets return decimal text or a number. */
export function readChainId(answer: unknown): number | undefined {
  const chainId = typeof answer === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(answer) ? Number(answer) : answer;
  return typeof chainId === 'number' && Number.isSafeInteger(chainId) && chainId > 0 ? chainId : undefined;
}

/** Wallets return addresses with and without EIP-55 capitals. */
export function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
