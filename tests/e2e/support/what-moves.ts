import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Layout shifts that weren't caused by input, with their values and texts. */
    moved: string[];
  }
}

/** Records layout shifts on every page opened from now on. */
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

/** The layout shifts so far; empty if nothing moved. */
export async function whatMoved(page: Page): Promise<string[]> {
  return page.evaluate(() => window.moved);
}
