import { keccak256, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { createSignatureThreads } from '../../../provider/modules/account/signature-threads.ts';

const losses: unknown[] = [];
const threads = createSignatureThreads({ onLoss: (error) => void losses.push(error), patienceMs: 25_000 });
afterAll(() => threads.close());

const signer = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());

test('two hundred at once are each answered for what they are', async () => {
  const tasks = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const hash = keccak256(toHex(index));
      const signature = await (index % 3 === 0 ? stranger : signer).sign({ hash });
      return { address: signer.address, hash, signature };
    }),
  );
  const answers = await Promise.all(tasks.map((task) => threads.isSignedByKeyOf(task)));
  expect(answers).toEqual(tasks.map((_, index) => index % 3 !== 0));
  expect(losses).toEqual([]);
});

test('what is no signature is answered, not thrown', async () => {
  const hash = keccak256('0x01');
  const signature = await signer.sign({ hash });
  const wrong = [`${signature.slice(0, 130)}05`, `${signature}00`, '0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`] as `0x${string}`[];
  const answers = wrong.map((spoiled) => threads.isSignedByKeyOf({ address: signer.address, hash, signature: spoiled }));
  expect(await Promise.all(answers)).toEqual(wrong.map(() => false));
  expect(losses).toEqual([]);
});

test('without threads the process does it itself, and says so', async () => {
  const hash = keccak256('0x02');
  const signature = await signer.sign({ hash });
  const told: unknown[] = [];
  const without = createSignatureThreads({ onLoss: (error) => void told.push(error), task: new URL('./no-such-task.ts', import.meta.url) });
  onTestFinished(() => without.close());
  expect(await without.isSignedByKeyOf({ address: signer.address, hash, signature })).toBe(true);
  expect(await without.isSignedByKeyOf({ address: stranger.address, hash, signature })).toBe(false);
  expect(told.length).toBeGreaterThanOrEqual(2);
});
