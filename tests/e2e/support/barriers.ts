import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** All of axe's violations, whatever their impact, with the elements concerned. */
export async function barriers(page: Page): Promise<string[]> {
  // axe's own builder for Playwright looks into every frame and takes five times as long; JuFi's pages have none.
  expect(page.frames()).toHaveLength(1);
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // Colours in between, as while a button becomes available, are nobody's.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    );
    const { violations } = await window.axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}
