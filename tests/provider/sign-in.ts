import type { Address, Hex } from 'viem';
import { newAccount } from './new-account.ts';
import type { Answer, TestProvider } from './start-provider.ts';

export interface Wallet {
  address: Address;
  sign: (message: string) => Promise<Hex>;
  /** Missing where a test signs nothing but the sign-in. */
  signHash?: (hash: Hex) => Promise<Hex>;
}

export function newWallet(): Wallet {
  const account = newAccount();
  return { address: account.address, sign: (message) => account.signMessage({ message }), signHash: (hash) => account.sign({ hash }) };
}

export function issueNonce({ call }: TestProvider, address: Address): Promise<{ nonce: string; message: string; expiresAt: string }> {
  return call('nonce', { query: { address } });
}

/** Signs a message like a wallet and sends it, with anything else that goes into the body. */
export async function authenticate(
  { send }: TestProvider,
  wallet: Wallet,
  message: string,
  extra: Record<string, unknown> = {},
): Promise<Answer> {
  const body = { address: wallet.address, message, signature: await wallet.sign(message), ...extra };
  return send('POST', '/account/authenticate/walletAddress', { body });
}

export interface SignedIn {
  token: string;
  id: string;
  uid: string;
  referralCode: string;
  isNew: boolean;
  referral: string;
  wallet: Wallet;
}

export async function signIn(provider: TestProvider, wallet: Wallet = newWallet(), extra: Record<string, unknown> = {}): Promise<SignedIn> {
  const { message } = await issueNonce(provider, wallet.address);
  const body = { address: wallet.address, message, signature: await wallet.sign(message), ...extra };
  const { token, userInfo, isNew, referral } = await provider.call('authenticateWalletAddress', { body });
  return { token, id: userInfo.id, uid: userInfo.uid, referralCode: userInfo.referralCode, isNew, referral, wallet };
}
