import type { BrowserContext, Page } from '@playwright/test';

const ANSWER_MS = 500;
const MAX_TRIES = 20;

/**
 * Closes all pages, repeating the request as necessary: Chromium drops it if a navigation is just being committed
 * (https://issues.chromium.org/issues/536385539), and closing the context then hangs. A test may well end while one of its tabs is
 * navigating.
 */
export async function closePages(context: BrowserContext): Promise<void> {
  // A page may still request something that the test answers; its answer isn't needed any more.
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(context.pages().map((page) => closePage(context, page)));
}

async function closePage(context: BrowserContext, page: Page): Promise<void> {
  const closed = new Promise<true>((resolve) => page.once('close', () => resolve(true)));
  const targetId = await targetOf(context, page);
  if (targetId === undefined) return;
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('The pages have no browser.');
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Refused if the page has closed meanwhile; its event is on the way.
    await browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
    if (await Promise.race([closed, pause(ANSWER_MS)])) break;
    if (tries === MAX_TRIES - 1) throw new Error(`The page at ${page.url()} does not close.`);
  }
  await browser.detach();
}

/** Undefined if the page has closed meanwhile. */
async function targetOf(context: BrowserContext, page: Page): Promise<string | undefined> {
  // Other browsers close all of them at once.
  if (context.browser()?.browserType().name() !== 'chromium') return undefined;
  try {
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    return targetInfo.targetId;
  } catch (error) {
    if (page.isClosed()) return undefined;
    throw error;
  }
}

function pause(durationMs: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, durationMs, false));
}
