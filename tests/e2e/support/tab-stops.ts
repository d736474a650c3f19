import type { Page } from '@playwright/test';

export interface TabStop {
  name: string;
  /** Its place among the elements that Tab reaches, in document order. */
  place: number;
  top: number;
  /** Whether nothing else lies upon its middle, and it is within the window. */
  isSeen: boolean;
  /** The element that covers its middle, if any. */
  covered: string;
  /** Whether it, or the element that represents it, has a focus ring. */
  hasRing: boolean;
}

const MOST = 250;

/** Presses Tab until the focus comes back to where it was, or leaves the page, and notes each stop. */
export async function tabStops(page: Page, most = MOST): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === 'the wallet') continue;
    if (stop === null || stops.some(({ place }) => place === stop.place)) return stops;
    stops.push(stop);
  }
  return stops;
}

/** Runs in the page. */
function describeFocus(): TabStop | 'the wallet' | null {
  const element = document.activeElement;
  // It belongs to the tests, and no page of a real site has it.
  if (element?.localName === 'jufi-development-wallet') return 'the wallet';
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return null;
  // A radio button or a checkbox is drawn by its label.
  const drawn = element.closest('label') ?? element;
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const upon =
    document
      .elementsFromPoint(Math.min(Math.max(x, 0), innerWidth - 1), Math.min(Math.max(y, 0), innerHeight - 1))
      .find(({ localName }) => localName !== 'jufi-development-wallet') ?? null;
  const isWithin = left >= -1 && left + width <= innerWidth + 1 && top < innerHeight && top + height > 0;
  // A field may be outlined with what belongs to it, such as its label and its unit.
  const frame = element.closest('.amount');
  const around = [element, drawn, frame, element.parentElement, ...element.querySelectorAll('*'), element.nextElementSibling];
  const hasRing = around.some((one) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  });
  const all = [...document.querySelectorAll('*')];
  return {
    name: `${element.localName} ${(element.getAttribute('aria-label') ?? drawn.textContent).trim().slice(0, 40)}`,
    place: all.indexOf(element),
    top: Math.round(top + scrollY),
    isSeen: isWithin && upon !== null && (drawn.contains(upon) || upon.contains(drawn)),
    covered: upon === null || drawn.contains(upon) ? '' : `${upon.localName}.${upon.getAttribute('class') ?? ''}`,
    hasRing,
  };
}
