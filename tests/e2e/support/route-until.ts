import type { Page, Request, Route } from '@playwright/test';

/**
 * Answers requests until the returned function is called. `page.unroute` would do the same where nothing is being requested: with the last route the
 * interception ends, and Chromium never answers the requests that it holds just then.
 */
export async function routeUntil(
  page: Page,
  url: Parameters<Page['route']>[0],
  answer: (route: Route, request: Request) => unknown,
): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route, request) => (isOver ? route.fallback() : answer(route, request)));
  return () => {
    isOver = true;
  };
}
