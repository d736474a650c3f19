import { type Address, type Hex } from 'viem';
import { isSignedByKeyOf } from './recover-signer.ts';

export interface RecoverSignerTask {
  address: Address;
  hash: Hex;
  signature: Hex;
}

/** What a thread of `createSignatureThreads` does. */
export function recoverSigner({ address, hash, signature }: RecoverSignerTask): boolean {
  return isSignedByKeyOf(address, hash, signature);
}
