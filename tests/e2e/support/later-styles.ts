import type { Page } from '@playwright/test';

/** Delays the style sheet linked in the body, so that only what is above it is painted. Returns a function that releases it. */
export async function holdLaterStyles(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/later.*.css', async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}
