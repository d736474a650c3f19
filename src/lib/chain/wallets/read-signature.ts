import type { Hex } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/** A wallet's signature; throws WalletError OTHER unless it's whole bytes in hex. */
export function readSignature(answer: unknown): Hex {
  if (!isHex(answer)) throw new WalletError('OTHER', answer);
  return answer;
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value);
}
