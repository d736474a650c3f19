import type { Locator, Page, Request } from '@playwright/test';
import texts from '../../../public/locales/en/treasury.json' with { type: 'json' };
import actions from '../../../public/locales/en/action.json' with { type: 'json' };
import { purchaseTreasuryHistory } from '../../../src/lib/api/contract/treasury.ts';
import { walletOverview } from '../../../src/lib/api/contract/wallet.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { TreasuryPurchase } from '../../../src/lib/treasury/treasury-types.ts';
import type { ApiMember } from './api-member.ts';

export const PURCHASE = '**/api/sales/purchaseTreasury';
export const LIST = '**/api/sales/treasuryList';

interface TreasuryPage {
  packages: Locator;
  purchases: Locator;
  modal: Locator;
  pay: Locator;
  insure: Locator;
  reviewButton: Locator;
  buyButton: Locator;
  success: Locator;
  fail: Locator;
  /** Opens the dialog of a package, fills it in and looks at the review. */
  review: (amount: string, name?: string) => Promise<void>;
}

export function treasuryPage(page: Page): TreasuryPage {
  const modal = page.locator('#treasury-purchase-modal');
  const packages = page.getByRole('region', { name: texts.packages.title, exact: true });
  const pay = modal.getByRole('textbox', { name: texts.purchase.pay });
  const reviewButton = modal.getByRole('button', { name: texts.purchase.review });
  return {
    packages,
    purchases: page.getByRole('region', { name: texts.purchases.title }),
    modal,
    pay,
    insure: modal.getByRole('checkbox'),
    reviewButton,
    buyButton: modal.getByRole('button', { name: /^Buy JUF for/ }),
    success: page.locator('#purchase-success-modal'),
    fail: page.locator('#purchase-fail-modal'),
    review: async (amount, name = 'Seed') => {
      await packages.getByRole('button', { name: texts.packages.buyNamed.replace('{{name}}', name) }).click();
      await modal.locator('.amount-foot').getByText(actions.amount.free).waitFor();
      await pay.fill(amount);
      await pay.press('Enter');
    },
  };
}

/** In base units. */
export async function balanceOf({ api }: ApiMember, token: 'USDT' | 'JUF'): Promise<bigint> {
  const { walletList } = await api.call(walletOverview, {});
  const wallet = walletList.find(({ walletType }) => walletType === token);
  if (!wallet) throw new Error(`The member has no wallet of ${token}.`);
  return fromDecimalString(wallet.balance, wallet.decimals);
}

export async function purchasesOf({ api }: ApiMember): Promise<TreasuryPurchase[]> {
  const { list } = await api.call(purchaseTreasuryHistory, { size: 100 });
  return list.content;
}

/** Every purchase that is sent, as it is sent. */
export function watchOrders(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/sales/purchaseTreasury')) sent.push(request);
  });
  return sent;
}

/** The page is told other terms than the provider's, as if they had changed since. */
export async function tellTerms(page: Page, change: (terms: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
  await page.route(LIST, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...change(answer.data) } } });
  });
}

/** The purchase arrives, and its answer is lost: once. */
export async function loseAnswer(page: Page): Promise<void> {
  await page.route(
    PURCHASE,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/** The provider's refusal of a purchase, as it gives one. */
export async function refusePurchase(page: Page, status: number, code: string, message: string): Promise<void> {
  await page.route(PURCHASE, (route) => route.fulfill({ status, json: { code, message, requestId: '019aa000' } }), { times: 1 });
}
