import { jufAddress, usdtAddress } from '../lib/chain/contract-addresses.ts';
import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { tokenDecimals } from '../lib/token-decimals.ts';
import type { TransactionPlan } from './plan-transaction.ts';

/** What a transaction asks of one of the product's tokens. */
interface TokenCall {
  does: 'TRANSFER' | 'APPROVE';
  token: 'JUF' | 'USDT';
  decimals: number;
  /** Who receives, or may spend. */
  party: Address;
  units: bigint;
}

/** Approvals of this much never run out. */
export const MOST_UNITS = 2n ** 256n - 1n;

/** First four bytes of the hashes of `transfer(address,uint256)` and `approve(address,uint256)` (EIP-20), then an address and a number in a word each. */
const CALL = /^0x(a9059cbb|095ea7b3)0{24}([0-9a-f]{40})([0-9a-f]{64})$/i;

/** Null for anything else, which is shown as bytes: a wallet mustn't name what it doesn't know for sure. */
export function readTokenCall({ to, value, data }: Pick<TransactionPlan, 'to' | 'value' | 'data'>): TokenCall | null {
  const isOf = (token: Address | undefined): boolean => to !== undefined && token?.toLowerCase() === to.toLowerCase();
  const token = isOf(usdtAddress) ? 'USDT' : isOf(jufAddress) ? 'JUF' : null;
  const [, selector, party, units] = CALL.exec(data) ?? [];
  if (token === null || selector === undefined || party === undefined || units === undefined || value !== 0n) return null;
  const does = selector.toLowerCase() === 'a9059cbb' ? 'TRANSFER' : 'APPROVE';
  return { does, token, decimals: tokenDecimals[token], party: `0x${party}`, units: BigInt(`0x${units}`) };
}
