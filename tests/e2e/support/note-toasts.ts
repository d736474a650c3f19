import type { Page } from '@playwright/test';

declare global {
  interface Window {
    toastsSeen?: string[];
  }
}

/** Records the toasts of every page opened from now on: they are visible for two seconds, and a busy machine may look too late. */
export async function noteToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    window.toastsSeen = seen;
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('#toasts [role=status], #toasts [role=alert]')) {
        const text = toast.textContent;
        if (text !== '' && !seen.includes(text)) seen.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** The texts of all toasts the page has shown so far. */
export async function toastsSeen(page: Page): Promise<string> {
  return (await page.evaluate(() => window.toastsSeen ?? [])).join('\n');
}
