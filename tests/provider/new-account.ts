import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';

/**
 * An account like almost all: its address has two letters of each case at least, so that a change of case breaks its checksum
 * (EIP-55). Of two thousand random ones, one has letters of one case only, and is right in that case without a checksum.
 */
export function newAccount(): PrivateKeyAccount {
  const account = privateKeyToAccount(generatePrivateKey());
  const digits = account.address.slice(2);
  return /[a-f].*[a-f]/.test(digits) && /[A-F].*[A-F]/.test(digits) ? account : newAccount();
}
