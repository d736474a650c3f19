import { keccak_256 } from '@noble/hashes/sha3';
import { recover, type RecoveryIdType } from 'tiny-secp256k1';
import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  getAddress,
  hashMessage,
  type Hex,
  isHex,
  size,
  slice,
  zeroAddress,
} from 'viem';
import { signatureProbeAbi } from '../../../src/lib/chain/abis/signature-probe.ts';
import probeArtifact from '../../../src/lib/chain/artifacts/signature-probe.json' with { type: 'json' };
import { bytecodeOf } from '../../../src/lib/chain/bytecode-of.ts';
import { ChainUnavailable } from '../../chain-client.ts';
import type { ChainReader } from '../../chain-reader.ts';

const ERC_6492_SUFFIX = '0x6492649264926492649264926492649264926492649264926492649264926492';
const EIP_7702_DELEGATION = '0xef0100';

/** The claim, not yet verified, that an account signed a hash. */
interface SignatureClaim {
  address: Address;
  hash: Hex;
  signature: Hex;
}

/**
 * Whether the account signed the message, checked in the order of ERC-6492 ("Verifier side"): wrapped signature, contract, key. If the node is unreachable,
 * that is an error, never a "no", except for an account whose key signed: nobody can find a key for a contract's address (EIP-3607, "Background"), so
 * members with an ordinary account don't depend on the chain.
 */
export async function isSignedBy(chain: ChainReader, address: Address, message: string, signature: Hex): Promise<boolean> {
  return isHashSignedBy(chain, address, hashMessage(message), signature);
}

/** The same for data signed by EIP-712. */
export async function isHashSignedBy(chain: ChainReader, address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (!isHex(signature) || signature.length % 2 !== 0) return false;
  let code: Hex;
  try {
    code = await chain.getCode(address);
  } catch (cause) {
    if (cause instanceof ChainUnavailable && isSignedByKeyOf(address, hash, signature)) return true;
    throw cause;
  }
  if (size(signature) >= 32 && slice(signature, -32) === ERC_6492_SUFFIX) {
    return isSignedByCounterfactual(chain, { address, hash, signature }, code !== '0x');
  }
  if (code === '0x') return isSignedByKeyOf(address, hash, signature);
  if (await isAccepted(chain, composeSignatureProbe(address, hash, signature))) return true;
  // With EIP-7702 the account's key stays in control, whatever the delegated code thinks of a signature.
  return code.startsWith(EIP_7702_DELEGATION) && isSignedByKeyOf(address, hash, signature);
}

async function isSignedByCounterfactual(
  chain: ChainReader,
  { address, hash, signature }: SignatureClaim,
  isDeployed: boolean,
): Promise<boolean> {
  const inner = unwrap(signature);
  if (inner === null) return false;
  if (isDeployed && (await isAccepted(chain, composeSignatureProbe(address, hash, inner.signature)))) return true;
  return isAccepted(chain, composeSignatureProbe(address, hash, inner.signature, inner.preparation));
}

function unwrap(wrapped: Hex): { signature: Hex; preparation: Preparation } | null {
  try {
    const [factory, factoryCalldata, signature] = decodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      slice(wrapped, 0, -32),
    );
    return { signature, preparation: { factory: getAddress(factory), factoryCalldata } };
  } catch {
    // Not an ERC-6492 wrapper, so not a valid signature.
    return null;
  }
}

async function isAccepted(chain: ChainReader, probe: Hex): Promise<boolean> {
  return (await chain.callInitCode(probe, PROBE_GAS)) === '0x01';
}

/** Twice what the probe gives a contract that it calls (`SignatureProbe.sol`), and as much for itself. */
const PROBE_GAS = 3 * 8_000_000;

interface Preparation {
  factory: Address;
  factoryCalldata: Hex;
}

/** Creation code of a SignatureProbe, for an eth_call without `to`: it asks the account whether it signed, and returns one byte, 1 for yes. */
function composeSignatureProbe(account: Address, hash: Hex, signature: Hex, preparation?: Preparation): Hex {
  const { factory, factoryCalldata } = preparation ?? { factory: zeroAddress, factoryCalldata: '0x' };
  const args = [account, hash, signature, factory, factoryCalldata] as const;
  return encodeDeployData({ abi: signatureProbeAbi, bytecode: bytecodeOf(probeArtifact), args });
}

/** Half of secp256k1's group order (EIP-2): of a signature's two forms, only the one with the lower s is accepted. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');
const ZERO = Buffer.alloc(32);

/** Whether an ordinary account's key signed the hash: 65 bytes with v of 0, 1, 27 or 28, or 64 bytes as EIP-2098 packs them. */
export function isSignedByKeyOf(address: Address, hash: Hex, signature: Hex): boolean {
  const parts = readSignature(signature);
  if (parts === null) return false;
  const publicKey = findPublicKey(Buffer.from(hash.slice(2), 'hex'), parts);
  // An address is the last 20 bytes of the hash of the uncompressed key without its prefix byte.
  return publicKey !== null && Buffer.from(keccak_256(publicKey.subarray(1)).subarray(12)).equals(Buffer.from(address.slice(2), 'hex'));
}

interface SignatureParts {
  rs: Buffer;
  yParity: RecoveryIdType;
}

/** 65 bytes, uncompressed; null if the signature is invalid for every key. */
function findPublicKey(hash: Buffer, { rs, yParity }: SignatureParts): Uint8Array | null {
  try {
    return recover(hash, rs, yParity, false);
  } catch {
    // The only failure left here is a point that isn't on the curve.
    return null;
  }
}

function readSignature(signature: Hex): SignatureParts | null {
  if (signature.length !== 2 + 2 * 64 && signature.length !== 2 + 2 * 65) return null;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  // Decoding stops at the first character that isn't hex.
  if (bytes.length !== signature.length / 2 - 1) return null;
  const v = bytes[64];
  const rs = Buffer.from(bytes.subarray(0, 64));
  const yParity = v === undefined ? takeParity(rs) : readRecoveryId(v);
  const s = rs.subarray(32);
  if (yParity === null || s.equals(ZERO) || s.compare(HALF_ORDER) > 0 || rs.subarray(0, 32).equals(ZERO)) return null;
  return { rs, yParity };
}

/** EIP-2098 stores it in the highest bit of s, which a low s doesn't use. */
function takeParity(rs: Buffer): 0 | 1 {
  const top = rs.readUInt8(32);
  rs.writeUInt8(top & 0x7f, 32);
  return top < 0x80 ? 0 : 1;
}

function readRecoveryId(v: number): 0 | 1 | null {
  if (v === 0 || v === 27) return 0;
  if (v === 1 || v === 28) return 1;
  return null;
}
