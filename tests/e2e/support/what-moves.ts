import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What moved, how far (a layout shift's value) and with which texts, without anybody having asked for it. */
    moved: string[];
  }
}

/** Notes what moves on every page opened from now on. */
export async function noteWhatMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moved = [];
    interface Shift extends PerformanceEntry {
      value?: number;
      hadRecentInput?: boolean;
      sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ');
    const note = ({ value, hadRecentInput, sources = [] }: Shift): void => {
      if (hadRecentInput === true) return;
      const parts = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.textContent?.slice(0, 40) ?? 'gone'} [${place(previousRect)} → ${place(currentRect)}]`,
      );
      window.moved.push(`${value}: ${parts.join(' | ')}`);
    };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved on the page until now: empty where it stood still. */
export async function whatMoved(page: Page): Promise<string[]> {
  return page.evaluate(() => window.moved);
}
