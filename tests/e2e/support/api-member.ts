import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { developmentAccount as accountAt } from '../../../chain/role-accounts.ts';
import { createClient, type Client } from '../../../src/lib/api/client.ts';
import { authenticateWalletAddress, nonce } from '../../../src/lib/api/contract/account.ts';
import type { UserInfo } from '../../../src/lib/api/contract/user-info.ts';
import { siteOrigin } from './ports.ts';

/** A signer for a member. */
export interface Account {
  address: `0x${string}`;
  signMessage: (parameters: { message: string }) => Promise<`0x${string}`>;
}

export interface ApiMember {
  account: Account;
  token: string;
  user: UserInfo;
  /** Calls as this member. */
  api: Client;
}

/** A new account, unknown to the provider. */
export function newAccount(): Account {
  return privateKeyToAccount(generatePrivateKey());
}

/** The development wallet's account with this number, 1 to 10. */
export function developmentAccount(number: number): Account {
  return accountAt(number - 1);
}

/** Signs in like a wallet, without a browser, each time with a new session. A new member joins the team of the given code. */
export async function signInByApi(account: Account = newAccount(), referralCode?: string): Promise<ApiMember> {
  const { address } = account;
  const { message } = await apiClient().call(nonce, { address });
  const signature = await account.signMessage({ message });
  const { token, userInfo } = await apiClient().call(authenticateWalletAddress, {
    address,
    message,
    signature,
    ...(referralCode !== undefined && { referralCode }),
  });
  return { account, token, user: userInfo, api: apiClient(token) };
}

export function apiClient(token?: string): Client {
  return createClient({
    baseUrl: `${siteOrigin}/api`,
    language: () => 'en',
    bearer: () => (token === undefined ? null : { token, origin: siteOrigin }),
    onSessionEnded: () => undefined,
  });
}
