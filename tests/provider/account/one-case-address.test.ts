import { pad, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { signIn } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';

it.each([
  ['small', 3_827],
  ['capital', 1_018],
])('lets a member in whose EIP-55 address has %s letters only', async (letters, key) => {
  const account = privateKeyToAccount(pad(toHex(key)));
  const digits = account.address.slice(2);
  expect(letters === 'small' ? digits.toLowerCase() : digits.toUpperCase()).toBe(digits);
  const provider = await startProvider();
  const { isNew } = await signIn(provider, { address: account.address, sign: (message) => account.signMessage({ message }) });
  expect(isNew).toBe(true);
});
