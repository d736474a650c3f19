import fc from 'fast-check';
import { bytesToHex, hexToBytes, keccak256, recoverPublicKey as recoverByViem, toHex, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';

import { recoverers, recoverPublicKey, type RecoverPublicKey } from '../../../provider/modules/account/recover-public-key.ts';
import { isSignedByKeyOf } from '../../../provider/modules/account/recover-signer.ts';

const signer = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());

function outcome(recover: RecoverPublicKey, hash: Uint8Array, rs: Uint8Array, yParity: 0 | 1): Hex | 'none' {
  try {
    return bytesToHex(recover(hash, rs, yParity));
  } catch {
    return 'none';
  }
}

describe('who signed', () => {
  test('is told of two hundred signatures, each for what it is', async () => {
    for (let index = 0; index < 200; index += 1) {
      const hash = keccak256(toHex(index));
      const signature = await (index % 3 === 0 ? stranger : signer).sign({ hash });
      expect(isSignedByKeyOf(signer.address, hash, signature)).toBe(index % 3 !== 0);
    }
  });

  test('of what is no signature is nobody: answered, not thrown', async () => {
    const hash = keccak256('0x01');
    const signature = await signer.sign({ hash });
    const wrong = [`${signature.slice(0, 130)}05`, `${signature}00`, '0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`] as Hex[];
    expect(wrong.map((spoiled) => isSignedByKeyOf(signer.address, hash, spoiled))).toEqual(wrong.map(() => false));
  });

  test.runIf(process.platform === 'linux' && process.arch === 'x64')('is found by the addon, where it comes built', () => {
    expect(recoverers.addon).toBeDefined();
    expect(recoverPublicKey).toBe(recoverers.addon);
  });

  test('is the same by the addon, by WebAssembly and by JavaScript', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const signed = fc.tuple(bytes(32), fc.constantFrom<0 | 1>(0, 1), bytes(32), bytes(32));
    const { addon = recoverers.webAssembly, webAssembly } = recoverers;
    await fc.assert(
      fc.asyncProperty(signed, async ([hash, yParity, r, s]) => {
        const rs = Buffer.concat([r, s]);
        const found = outcome(webAssembly, hash, rs, yParity);
        expect(outcome(addon, hash, rs, yParity)).toBe(found);
        const byViem = await recoverByViem({ hash, signature: { r: bytesToHex(r), s: bytesToHex(s), yParity } }).catch(() => 'none');
        expect(found).toBe(byViem);
      }),
      { numRuns: 300 },
    );
  });

  test('of a signature of a wallet is its key, by each', async () => {
    const hash = keccak256('0x02');
    const signature = hexToBytes(await signer.sign({ hash }));
    const yParity = signature[64] === 27 ? 0 : 1;
    for (const recover of [recoverers.webAssembly, recoverPublicKey])
      expect(outcome(recover, hexToBytes(hash), signature.subarray(0, 64), yParity)).toBe(signer.publicKey);
  });
});
