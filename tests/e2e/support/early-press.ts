import type { CDPSession, Page } from '@playwright/test';

/** A button as a person would point it out: the n-th of those that say so. */
export interface ButtonName {
  /** In which dialog, by its id; undefined for the page itself. */
  dialog?: string | undefined;
  says: string;
  place: number;
}

export interface PressFound {
  /** Between the press and the click that the page acted on, in ms; undefined if it acted on none. */
  actedAfterMs: number | undefined;
  /** The browser itself acts on it, as soon as it gets to it. */
  isNative: boolean;
  /** Whether the button said that it's working while nothing had happened. */
  isSeenWaiting: boolean;
  /** What got the press. */
  hit: string;
}

declare global {
  interface Window {
    earlyPress: {
      /** The buttons that can be pressed now. */
      names: (dialog?: string) => ButtonName[];
      /** Presses the button this long after it's first seen, and reports what became of it. */
      watch: (name: ButtonName, delayMs: number) => void;
      /** Presses the button that opens a dialog. */
      open: (name: ButtonName) => void;
    };
    pressNow: (x: number, y: number) => Promise<void>;
    reportPress: (found: PressFound) => void;
  }
}

/** A press is given up as lost after this long. */
const PATIENCE_MS = 8_000;

/** Prepares a page, before it's opened, for a press with the browser's raw input events, which go to wherever they are aimed. */
export async function preparePress(page: Page): Promise<{ pressed: Promise<PressFound> }> {
  const { promise: pressed, resolve } = Promise.withResolvers<PressFound>();
  const cdp = await page.context().newCDPSession(page);
  await page.exposeFunction('pressNow', (x: number, y: number) => press(cdp, x, y));
  await page.exposeFunction('reportPress', resolve);
  await page.addInitScript(inPage, PATIENCE_MS);
  return { pressed };
}

export async function press(cdp: CDPSession, x: number, y: number): Promise<void> {
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
}

/** Runs in the page, before its own scripts. */
function inPage(patienceMs: number): void {
  const shown = (button: HTMLElement): DOMRect | null => {
    const rect = button.getBoundingClientRect();
    if (rect.width === 0 || rect.bottom > innerHeight || !button.checkVisibility({ visibilityProperty: true })) return null;
    const top = document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2);
    return top !== null && button.contains(top) ? rect : null;
  };
  const saysOf = (button: HTMLElement): string => button.ariaLabel ?? button.innerText.replace(/\s+/g, ' ').trim();
  const buttonsOf = (dialog?: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(dialog === undefined ? 'button' : `[id="${dialog}"] button`)].filter(
      (button) => dialog !== undefined || !button.closest('dialog, [popover]'),
    );
  const find = ({ dialog, says, place }: ButtonName): HTMLElement | undefined =>
    buttonsOf(dialog).filter((button) => saysOf(button) === says)[place];
  /** Whether what acts on the button's clicks is there. What the browser itself does is always there. */
  const isNative = (button: HTMLElement): boolean => button.matches('[popovertarget], [commandfor], form[method=dialog] *');
  const isAlive = (button: HTMLElement): boolean => isNative(button) || !button.closest('astro-island[ssr], dialog[data-still]');

  const watch = (name: ButtonName, delayMs: number): void => {
    const look = (): void => {
      const button = find(name);
      const rect = button && shown(button);
      if (!button || !rect) requestAnimationFrame(look);
      else setTimeout(() => pressAt(name, button, rect), delayMs);
    };
    look();
  };
  const pressAt = (name: ButtonName, seen: HTMLElement, rect: DOMRect): void => {
    let hit = 'nothing';
    let isSeenWaiting = false;
    let at = performance.now();
    const report = (actedAfterMs: number | undefined): void => {
      over.abort();
      window.reportPress({ actedAfterMs, isNative: isNative(seen), isSeenWaiting, hit });
    };
    const over = new AbortController();
    const isIt = (target: EventTarget | null): boolean =>
      target instanceof Node && [seen, find(name)].some((button) => button?.contains(target));
    addEventListener(
      'pointerdown',
      ({ target }) => {
        at = performance.now();
        hit = target instanceof Element ? `${target.localName}.${target.getAttribute('class') ?? ''}` : 'no element';
        const lookAt = (): void => {
          if (over.signal.aborted) return;
          isSeenWaiting ||= [seen, find(name)].some((button) => button?.ariaBusy === 'true');
          if (performance.now() - at > patienceMs) report(undefined);
          else requestAnimationFrame(lookAt);
        };
        lookAt();
      },
      { capture: true, once: true, signal: over.signal },
    );
    addEventListener(
      'click',
      (event) => {
        const { target } = event;
        if (!isIt(target) || !isAlive(seen) || seen.ariaDisabled === 'true') return;
        // Whoever keeps a press for later prevents it.
        setTimeout(() => !event.defaultPrevented && report(performance.now() - at));
      },
      // Before the page's own, which may make the button unavailable at once.
      { capture: true, signal: over.signal },
    );
    void window.pressNow(rect.x + rect.width / 2, rect.y + rect.height / 2);
  };
  window.earlyPress = {
    names: (dialog) => {
      const counted = new Map<string, number>();
      return buttonsOf(dialog).flatMap((button) => {
        const says = saysOf(button);
        const place = counted.get(says) ?? 0;
        counted.set(says, place + 1);
        return shown(button) && !button.matches(':disabled, [aria-disabled=true]') ? [{ dialog, says, place }] : [];
      });
    },
    watch,
    open: (name) => {
      const rect = find(name)?.getBoundingClientRect();
      if (rect) void window.pressNow(rect.x + rect.width / 2, rect.y + rect.height / 2);
    },
  };
}
