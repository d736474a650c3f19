import { isHex } from '../is-hex.ts';
import type { Hex } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/** A wallet's signature; throws WalletError OTHER unless it's whole bytes in hex. */
export function readSignature(answer: unknown): Hex {
  if (!isHex(answer) || answer === '0x') throw new WalletError('OTHER', answer);
  return answer;
}
