import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';

/**
 * A typical account: its address has at least two letters of each case, so that changing the case breaks its checksum (EIP-55). One in two
 * thousand random addresses has letters of one case only, and is valid in that case without a checksum.
 */
export function newAccount(): PrivateKeyAccount {
  const account = privateKeyToAccount(generatePrivateKey());
  const digits = account.address.slice(2);
  return /[a-f].*[a-f]/.test(digits) && /[A-F].*[A-F]/.test(digits) ? account : newAccount();
}
