import type { Page } from '@playwright/test';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import { BatchingWallet } from '../../support/batching-wallet.ts';
import type { TestNode } from '../../chain/support/test-node.ts';

type Answer = { value: unknown } | { code: number };

declare global {
  interface Window {
    requestBatchingWallet: (method: string, params: unknown[]) => Promise<Answer>;
  }
}

/** Local storage of a device that signed in with this wallet. */
export const rememberedBatchingWallet = { 'jufi:wallet': 'example.batching' };

/** Adds an EIP-5792 wallet for an account to the page, announced like an extension (EIP-6963). */
export async function announceBatchingWallet(page: Page, node: TestNode, account: number): Promise<BatchingWallet> {
  const wallet = await BatchingWallet.create(node, account);
  const { address } = developmentAccount(account);
  await page.exposeFunction('requestBatchingWallet', async (method: string, params: unknown[]): Promise<Answer> => {
    try {
      return { value: await wallet.answer(method, params) };
    } catch (error) {
      return { code: error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : -32603 };
    }
  });
  await page.addInitScript(
    ([owner, chainId]) => {
      const own: Record<string, unknown> = { eth_requestAccounts: [owner], eth_accounts: [owner], eth_chainId: chainId };
      const refuse = (code: number): never => {
        throw Object.assign(new Error('said in the wallet’s own words'), { code });
      };
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> => {
          if (method in own) return own[method];
          if (!method.startsWith('wallet_')) return refuse(4200);
          const answer = await window.requestBatchingWallet(method, params);
          return 'code' in answer ? refuse(answer.code) : answer.value;
        },
        on: () => undefined,
        removeListener: () => undefined,
      };
      const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/%3E';
      const info = { uuid: '0d5b2a3e-7c1f-4b7a-9e43-2f6a1c9d8e57', name: 'Batching Wallet', icon, rdns: 'example.batching' };
      const announce = (): void => {
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
      };
      addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    [address, productChain.hexId] as const,
  );
  return wallet;
}
