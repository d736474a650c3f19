import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** All of axe's violations, whatever their impact, with the elements concerned. */
export async function barriers(page: Page): Promise<string[]> {
  // Colours in between, as while a button becomes available, are nobody's.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
