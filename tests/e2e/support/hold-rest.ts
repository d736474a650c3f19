import { expect, type Page } from '@playwright/test';

const HELD = '/held.css';
/** Where the figures begin. */
const REST = /(?=<section class="statement")/;

/**
 * Delays the landing page's HTML from the figures beside its first words on, as a slow connection would. Returns a function that releases it. A browser
 * parses no further than a style sheet that is still to come (HTML standard, "has no script-blocking style sheet"), and paints what is above it.
 */
export async function holdRest(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(`**${HELD}`, async (route) => {
    await promise;
    await route.fulfill({ contentType: 'text/css', body: '' });
  });
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) {
      await route.fallback();
      return;
    }
    const response = await route.fetch();
    const [above, below, ...more] = (await response.text()).split(REST);
    expect(more).toEqual([]);
    await route.fulfill({ response, body: `${above ?? ''}<link rel="stylesheet" href="${HELD}">${below ?? ''}` });
  });
  return () => resolve(undefined);
}
