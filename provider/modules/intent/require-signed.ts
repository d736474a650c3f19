import { type Address, type Hex, isHex } from 'viem';
import { intentDomain, type TransferIntent } from '../../../src/lib/api/contract/transfer-intent.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { isSignedByKeyOf } from '../account/recover-signer.ts';
import { isHashSignedBy } from '../account/verify-signature.ts';
import { createTransferHasher } from './hash-transfer-intent.ts';

export interface SignedIntent extends TransferIntent {
  signature: Hex;
}

export interface Signed {
  /** The member's address, which alone may sign. */
  by: Address;
  /** Seconds since 1970, as signed. */
  deadline: number;
  signature: Hex;
}

type Needed = Pick<Services, 'site' | 'economy' | 'clock' | 'chain'>;

/** Refuses a transfer that has expired, whose deadline is too far away, or that the member's wallet didn't sign. */
export async function requireSigned(services: Needed, { signature, ...intent }: SignedIntent): Promise<void> {
  await requireSignature(services, { by: intent.from, deadline: intent.deadline, signature }, () => hasherOf(services.site)(intent));
}

/** The same for what any intent's hash says. */
export async function requireSignature(services: Needed, { by, deadline, signature }: Signed, hash: () => Hex): Promise<void> {
  const { economy, clock } = services;
  const nowSeconds = clock().getTime() / 1_000;
  if (deadline <= nowSeconds) throw new Refusal('INTENT_EXPIRED');
  if (deadline > nowSeconds + economy.transfer.maxDeadlineSeconds) {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { deadline: 'TOO_BIG' } } });
  }
  if (!(await isSigned(services, by, hash(), signature))) throw new Refusal('SIGNATURE_INVALID');
}

const hashers = new WeakMap<Services['site'], ReturnType<typeof createTransferHasher>>();

function hasherOf(site: Services['site']): ReturnType<typeof createTransferHasher> {
  const known = hashers.get(site) ?? createTransferHasher(intentDomain(site.uri, site.chainId));
  hashers.set(site, known);
  return known;
}

/**
 * As for signing in, but the key is tried first: an address with a known key is an ordinary account (or delegates by EIP-7702 and stays under its key's
 * control), because nobody can find a key for a contract's address (EIP-3607, "Background"). So most transfers don't query the chain.
 */
async function isSigned({ chain }: Needed, address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (isHex(signature) && isSignedByKeyOf(address, hash, signature)) return true;
  return isHashSignedBy(chain, address, hash, signature);
}
