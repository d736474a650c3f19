import { expect, type Locator, type Page } from '@playwright/test';
import actions from '../../../public/locales/en/action.json' with { type: 'json' };

/** What a review says that the wallet will show. */
export function toldOrder(dialog: Locator, order: RegExp): Locator {
  const [before = ''] = actions.review.signs.split('“');
  return dialog.getByRole('status').filter({ hasText: before.trim() }).filter({ hasText: order });
}

/** The development wallet shows an order in words first, then what it costs at most. */
export async function expectOrderInWallet(page: Page, order: RegExp, maxTotal: string, token: string): Promise<void> {
  const lines = page.locator('jufi-development-wallet').locator('.scroll .facts > div');
  await expect(lines.nth(0)).toHaveText(order);
  await expect(lines.nth(1)).toHaveText(`maxTotal${maxTotal}`);
  await expect(lines.nth(2)).toHaveText(`token${token}`);
}
