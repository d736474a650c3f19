import type { Page } from '@playwright/test';
import type { WalletType } from '../../../src/stores/wallet.ts';

/** Changes a response of the provider, as if its data had changed. */
export async function tell(page: Page, url: string, change: (data: Record<string, unknown>) => object): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...change(answer.data) } } });
  });
}

/** As if the member had this balance. */
export async function tellBalance(page: Page, token: WalletType, balance: string): Promise<void> {
  await tell(page, '**/api/wallet/overview', ({ walletList }) => ({
    walletList: (walletList as { walletType: string }[]).map((wallet) => (wallet.walletType === token ? { ...wallet, balance } : wallet)),
  }));
}
