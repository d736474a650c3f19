import { createPublicClient, createTestClient, createWalletClient, defineChain, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { inject } from 'vitest';

import { developmentAccounts } from '../../chain/role-accounts.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';

/** The run's chain, with viem clients. All test files share it: don't rely on its height or clock. */
export function devChain() {
  const url = inject('chainUrl');
  const chain = defineChain({
    id: productChain.id,
    name: productChain.name,
    nativeCurrency: productChain.nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  });
  const base = { chain, transport: http(url), pollingInterval: 50 };
  return {
    url,
    chain,
    publicClient: createPublicClient(base),
    testClient: createTestClient({ ...base, mode: 'anvil' }),
    /** One of the ten funded accounts. */
    walletClient: (index: number) => {
      const account = developmentAccounts[index];
      if (account === undefined) throw new Error(`There is no development account ${index}`);
      return createWalletClient({ ...base, account: privateKeyToAccount(account.privateKey) });
    },
  };
}
