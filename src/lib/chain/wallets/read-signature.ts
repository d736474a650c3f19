import { isHex } from '../is-hex.ts';
import type { Hex } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/** A wallet's signature, with or without its `0x`; throws WalletError OTHER unless it's whole bytes in hex. */
export function readSignature(answer: unknown): Hex {
  const signature = typeof answer === 'string' ? `0x${answer.trim().replace(/^0x/i, '')}` : answer;
  if (!isHex(signature) || signature === '0x') throw new WalletError('OTHER', answer);
  return signature;
}
