import { expect, type Locator, type Page, type Request } from '@playwright/test';
import texts from '../../../public/locales/en/treasury.json' with { type: 'json' };
import actions from '../../../public/locales/en/action.json' with { type: 'json' };
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { purchaseTreasuryHistory } from '../../../src/lib/api/contract/treasury-history.ts';
import type { ApiMember } from './api-member.ts';

export const PURCHASE = '**/api/sales/purchaseTreasury';
export const LIST = '**/api/sales/treasuryList';

/** As the provider answers it. */
export type SentPurchase = SentDataOf<typeof purchaseTreasuryHistory>['list']['content'][number];

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
  /** Opens a package's dialog and fills it in. */
  fill: (amount: string, name?: string) => Promise<void>;
  /** Opens the review of the form as soon as possible. */
  submit: () => Promise<void>;
  /** Fills in the form and opens the review. */
  review: (amount: string, name?: string) => Promise<void>;
}

export function treasuryPage(page: Page): TreasuryPage {
  const modal = page.locator('#treasury-purchase-modal');
  const packages = page.getByRole('region', { name: texts.packages.title, exact: true });
  const pay = modal.getByRole('textbox', { name: texts.purchase.pay });
  const reviewButton = modal.getByRole('button', { name: texts.purchase.review });
  const fill = async (amount: string, name = 'Seed'): Promise<void> => {
    await packages.getByRole('button', { name: texts.packages.buyNamed.replace('{{name}}', name) }).click();
    await modal.locator('.amount-foot').getByText(actions.amount.free.replace('{{amount}}', '').trim()).waitFor();
    await pay.fill(amount);
  };
  const submit = async (): Promise<void> => {
    await page.locator('#treasury-purchase-modal:modal').waitFor();
    await expect(reviewButton).toHaveAttribute('aria-disabled', 'false');
    await pay.press('Enter');
  };
  return {
    packages,
    purchases: page.getByRole('region', { name: texts.purchases.title }),
    modal,
    pay,
    insure: modal.getByRole('checkbox'),
    reviewButton,
    buyButton: modal.getByRole('button', { name: /^Buy( and insure)? JUF for/ }),
    success: page.locator('#purchase-success-modal'),
    fail: page.locator('#purchase-fail-modal'),
    fill,
    review: async (amount, name) => {
      await fill(amount, name);
      await submit();
    },
    submit,
  };
}

export async function purchasesOf({ api }: ApiMember): Promise<SentPurchase[]> {
  const { list } = await api.call(purchaseTreasuryHistory, { size: 100 });
  return list.content;
}

/** Records every purchase request. */
export function watchOrders(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/sales/purchaseTreasury')) sent.push(request);
  });
  return sent;
}

/** Loses the response of one purchase that has arrived. */
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

/** Refuses purchases in the provider's format. */
export async function refusePurchase(page: Page, status: number, code: string, message: string): Promise<void> {
  await page.route(PURCHASE, (route) => route.fulfill({ status, json: { code, message, requestId: '019aa000' } }), { times: 1 });
}
