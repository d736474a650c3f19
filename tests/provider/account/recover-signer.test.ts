import fc from 'fast-check';
import {
  bytesToHex,
  keccak256,
  numberToHex,
  parseSignature,
  recoverAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  toHex,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';

import { isSignedByKeyOf } from '../../../provider/modules/account/recover-signer.ts';

const signer = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
/** Half the order of secp256k1's group (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

describe('the signer of a hash', () => {
  test('is recognised in two hundred signatures, some by another key', async () => {
    for (let index = 0; index < 200; index += 1) {
      const hash = keccak256(toHex(index));
      const signature = await (index % 3 === 0 ? stranger : signer).sign({ hash });
      expect(isSignedByKeyOf(signer.address, hash, signature)).toBe(index % 3 !== 0);
    }
  });

  test('is recognised in packed signatures, and in none with another parity, length or letter', async () => {
    const seen = new Set<string>();
    for (let index = 0; index < 24; index += 1) {
      const hash = keccak256(toHex(index));
      const signature = await signer.sign({ hash });
      const packed = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
      seen.add(signature.slice(-2));
      expect(isSignedByKeyOf(signer.address, hash, packed)).toBe(true);
      expect(isSignedByKeyOf(stranger.address, hash, packed)).toBe(false);
      const top = Number.parseInt(packed.slice(66, 68), 16) ^ 0x80;
      const turned: Hex = `0x${packed.slice(2, 66)}${top.toString(16).padStart(2, '0')}${packed.slice(68)}`;
      expect(isSignedByKeyOf(signer.address, hash, turned)).toBe(false);
      for (const spoiled of [`${signature.slice(0, -1)}g`, packed.slice(0, -2), `${packed}0000`, signature.slice(0, -1)] as Hex[])
        expect(isSignedByKeyOf(signer.address, hash, spoiled), spoiled).toBe(false);
    }
    expect([...seen].sort()).toEqual(['1b', '1c']);
  });

  test('is recognised up to the highest low s, and not above it', async () => {
    const hash = keccak256('0x02');
    const at = async (s: bigint) => {
      const parts = { r: numberToHex(1n, { size: 32 }), s: numberToHex(s, { size: 32 }) };
      const address = await recoverAddress({ hash, signature: { ...parts, yParity: 0 } });
      return isSignedByKeyOf(address, hash, `${parts.r}${parts.s.slice(2)}1b`);
    };
    expect([await at(HALF_ORDER), await at(HALF_ORDER + 1n)]).toEqual([true, false]);
  });

  test('is recognised in packed signatures whose s begins with a zero byte, for both parities', async () => {
    const hash = keccak256('0x03');
    const [r, s] = [numberToHex(1n, { size: 32 }), 1n];
    for (const yParity of [0, 1] as const) {
      const address = await recoverAddress({ hash, signature: { r, s: numberToHex(s, { size: 32 }), yParity } });
      const packed = numberToHex((BigInt(yParity) << 255n) | s, { size: 32 });
      expect(isSignedByKeyOf(address, hash, `${r}${packed.slice(2)}`)).toBe(true);
    }
  });

  test('is recognised by the recovery id of its parity alone: 0 and 27, or 1 and 28', async () => {
    const seen = new Map<string, number[]>();
    for (let index = 0; seen.size < 2; index += 1) {
      const hash = keccak256(toHex(index));
      const signature = await signer.sign({ hash });
      const isRecognised = (id: number): boolean =>
        isSignedByKeyOf(signer.address, hash, `${signature.slice(0, -2)}${id.toString(16).padStart(2, '0')}` as Hex);
      seen.set(
        signature.slice(-2),
        Array.from({ length: 256 }, (_, id) => id).filter((id) => isRecognised(id)),
      );
    }
    expect(Object.fromEntries(seen)).toEqual({ '1b': [0, 27], '1c': [1, 28] });
  });

  test('isn’t anyone for an invalid signature, without an exception', async () => {
    const hash = keccak256('0x01');
    const signature = await signer.sign({ hash });
    const wrong = [`${signature.slice(0, 130)}05`, `${signature}00`, '0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`] as Hex[];
    expect(wrong.map((spoiled) => isSignedByKeyOf(signer.address, hash, spoiled))).toEqual(wrong.map(() => false));
  });

  test('is the same by WebAssembly and by JavaScript, whatever the bytes', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    await fc.assert(
      fc.asyncProperty(bytes(32), fc.constantFrom<0 | 1>(0, 1), bytes(32), bytes(32), async (hash, yParity, r, half) => {
        const s = Uint8Array.from(half).fill((half[0] ?? 0) & 0x7f, 0, 1);
        const signature = bytesToHex(Uint8Array.of(...r, ...s, yParity));
        const byViem = await recoverAddress({ hash, signature: { r: bytesToHex(r), s: bytesToHex(s), yParity } }).catch(() => null);
        const isLow = BigInt(bytesToHex(s)) <= HALF_ORDER;
        if (byViem !== null) expect(isSignedByKeyOf(byViem, bytesToHex(hash), signature)).toBe(isLow);
        expect(isSignedByKeyOf(signer.address, bytesToHex(hash), signature)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
