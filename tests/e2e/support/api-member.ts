import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { developmentAccount as accountAt } from '../../../chain/role-accounts.ts';
import { type CallOptionsOf, createClient } from '../../../src/lib/api/client.ts';
import { authenticateWalletAddress, nonce } from '../../../src/lib/api/contract/account.ts';
import type { CallDefinition, InputOf, SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { UserInfo } from '../../../src/lib/api/contract/user-info.ts';
import { composeOrderIntent, type OrderedItem } from '../../../src/lib/api/contract/order-intent.ts';
import { intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import { asSent } from '../../support/as-sent.ts';
import { siteOrigin } from './ports.ts';

/** A signer for a member. */
export type Account = Pick<PrivateKeyAccount, 'address' | 'signMessage' | 'signTypedData'>;

interface ApiClient {
  /** As `Client.call`, but answers as the provider does: amounts are decimal strings. */
  call: <Definition extends CallDefinition>(
    definition: Definition,
    input: InputOf<Definition>,
    ...options: CallOptionsOf<Definition>
  ) => Promise<SentDataOf<Definition>>;
}

export interface ApiMember {
  account: Account;
  token: string;
  user: UserInfo;
  /** Calls as this member. */
  api: ApiClient;
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

/** The intent of an order, signed as a wallet would, for an API call above what needs none. */
export async function signOrder({ account }: ApiMember, item: OrderedItem, maxTotal: string) {
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`;
  const deadline = Math.floor(Date.now() / 1_000) + 60;
  const intent = { ...item, maxTotal, member: account.address, nonce, deadline };
  const signature = await account.signTypedData(composeOrderIntent(intentDomain(siteOrigin, productChain.id), intent));
  return { maxTotal, nonce, deadline, signature };
}

export function apiClient(token?: string): ApiClient {
  const client = createClient({
    baseUrl: `${siteOrigin}/api`,
    language: () => 'en',
    bearer: () => (token === undefined ? null : { token, origin: siteOrigin }),
    onSessionEnded: () => undefined,
  });
  return {
    call: async <Definition extends CallDefinition>(
      definition: Definition,
      input: InputOf<Definition>,
      ...options: CallOptionsOf<Definition>
    ) => asSent(await client.call(definition, input, ...options)) as SentDataOf<Definition>,
  };
}
