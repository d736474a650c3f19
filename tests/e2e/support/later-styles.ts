import type { Page } from '@playwright/test';

/** Holds back the file that a page reads on for: what stands above it is painted meanwhile. Answers what lets it through. */
export async function holdLaterStyles(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/later.*.css', async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}
