import { keccak_256 } from '@noble/hashes/sha3';
import { recover, type RecoveryIdType } from 'tiny-secp256k1';
import type { Address, Hex } from 'viem';

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
