import { expect, it } from 'vitest';
import { readSignature } from '../../../../src/lib/chain/wallets/sign-message.ts';

const SIGNATURE = `0x${'ab'.repeat(65)}`;

it.each([SIGNATURE, SIGNATURE.slice(2), `0X${SIGNATURE.slice(2)}`, `${SIGNATURE}\n`])('%j is a signature', (answer) => {
  expect(readSignature(answer)).toBe(SIGNATURE);
});

it.each([null, {}, '', '0x', 'cancelled', `${SIGNATURE}a`])('%j isn’t one', (answer) => {
  expect(() => readSignature(answer)).toThrow();
});
