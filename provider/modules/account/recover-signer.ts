import { recover, type RecoveryIdType } from 'tiny-secp256k1';
import { type Address, bytesToHex, type Hex, hexToBytes, isAddressEqual, size, slice } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';

/** Half of secp256k1's group order (EIP-2): of the two forms of a signature, only the one with the lower s is taken. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether an ordinary account's key signed the hash: 65 bytes with v of 0, 1, 27 or 28, or 64 bytes as EIP-2098 packs them. */
export function isSignedByKeyOf(address: Address, hash: Hex, signature: Hex): boolean {
  const parts = readSignature(signature);
  if (parts === null) return false;
  const publicKey = recoverPublicKey(hash, parts);
  return publicKey !== null && isAddressEqual(publicKeyToAddress(publicKey), address);
}

/** libsecp256k1 (compiled to WebAssembly) takes a seventh of the time that JavaScript takes, and each transfer waits for it. */
function recoverPublicKey(hash: Hex, { r, s, yParity }: { r: Hex; s: Hex; yParity: RecoveryIdType }): Hex | null {
  try {
    const publicKey = recover(hexToBytes(hash), hexToBytes(`${r}${s.slice(2)}`), yParity, false);
    return publicKey === null ? null : bytesToHex(publicKey);
  } catch {
    // The only failure left here is a point that is not on the curve, which is a signature nobody made.
    return null;
  }
}

function readSignature(signature: Hex): { r: Hex; s: Hex; yParity: 0 | 1 } | null {
  const length = size(signature);
  if (length !== 64 && length !== 65) return null;
  const r = slice(signature, 0, 32);
  const packed = BigInt(slice(signature, 32, 64));
  const s = length === 64 ? packed & ((1n << 255n) - 1n) : packed;
  const yParity = length === 64 ? (packed >> 255n === 0n ? 0 : 1) : readRecoveryId(Number(BigInt(slice(signature, 64, 65))));
  if (yParity === null || s === 0n || s > HALF_ORDER || BigInt(r) === 0n) return null;
  return { r, s: `0x${s.toString(16).padStart(64, '0')}`, yParity };
}

function readRecoveryId(v: number): 0 | 1 | null {
  if (v === 0 || v === 27) return 0;
  if (v === 1 || v === 28) return 1;
  return null;
}
