import { type Address, type Hex, isAddressEqual, recoverAddress, size, slice } from 'viem';

/** Half of secp256k1's group order (EIP-2): of the two forms of a signature, only the one with the lower s is taken. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether an ordinary account's key signed the hash: 65 bytes with v of 0, 1, 27 or 28, or 64 bytes as EIP-2098 packs them. */
export async function isSignedByKeyOf(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  const parts = readSignature(signature);
  if (parts === null) return false;
  try {
    return isAddressEqual(await recoverAddress({ hash, signature: parts }), address);
  } catch {
    // The only failure left here is a point that is not on the curve, which is a signature nobody made.
    return false;
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
