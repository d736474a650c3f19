/**
 * Runs once the page has nothing else to do, and after `atLatestMs` in any case: Chromium may withhold idle callbacks even from a page that rests, and Safari
 * has none.
 */
export function whenIdle(run: () => void, atLatestMs = 1_000): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: atLatestMs });
  else setTimeout(run, atLatestMs);
}
