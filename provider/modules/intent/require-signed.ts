import { type Address, domainSeparator, type Hex, isHex, keccak256 } from 'viem';
import {
  intentDomain,
  type IntentDomain,
  type TransferIntent,
  transferIntentTypes,
} from '../../../src/lib/api/contract/transfer-intent.ts';
import { wordsOfTransfer } from '../../../src/lib/api/contract/transfer-words.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { isHashSignedBy } from '../account/verify-signature.ts';
import { isSignedByKeyOf } from '../account/recover-signer.ts';

interface SignedIntent extends TransferIntent {
  signature: Hex;
}

interface Signed {
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

const WORD = 32;

const ENCODED_TYPE = `Transfer(${transferIntentTypes.Transfer.map(({ name, type }) => `${type} ${name}`).join(',')})`;

const TYPE_HASH = hashText(ENCODED_TYPE);

const EMPTY = hashText('');

/**
 * The same hash as `hashTypedData` of `composeTransferIntent` (EIP-712, "Definition of encodeData"), in a fifth of the time: the parts common to all
 * transfers are hashed once. Every transfer waits for it.
 */
export function createTransferHasher(domain: IntentDomain): (intent: TransferIntent) => Hex {
  const prefix = Buffer.concat([Buffer.from('1901', 'hex'), readHex(domainSeparator({ domain }), WORD)]);
  return (intent) => {
    const { transfer, fee } = wordsOfTransfer(intent);
    const data = Buffer.concat([
      TYPE_HASH,
      hashText(transfer),
      padAddress(intent.recipientAddress),
      hashText(fee),
      intent.remark === undefined || intent.remark === '' ? EMPTY : hashText(intent.remark),
      padAddress(intent.from),
      hashText(intent.recipientId),
      readHex(intent.nonce, WORD),
      padNumber(intent.deadline),
    ]);
    return keccak256(Buffer.concat([prefix, keccak256(data, 'bytes')]));
  };
}

function hashText(text: string): Uint8Array {
  return keccak256(Buffer.from(text), 'bytes');
}

function padAddress(address: Hex): Buffer {
  return Buffer.concat([Buffer.alloc(12), readHex(address, 20)]);
}

function padNumber(value: number): Buffer {
  const word = Buffer.alloc(WORD);
  word.writeBigUInt64BE(BigInt(value), WORD - 8);
  return word;
}

/** A value of the wrong length would shift everything after it. */
function readHex(hex: Hex, length: number): Buffer {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  if (bytes.length !== length || hex.length !== 2 + 2 * length) throw new RangeError(`expected ${length} bytes in hex`);
  return bytes;
}
