const NO_LATER_THAN = ['load', 'pointerdown', 'keydown', 'click'] as const;

/**
 * Runs once something of the page was seen, the page is loaded, or somebody acts, whichever comes first; at the latest when the page is left. Not in an animation
 * frame: asking for one makes the browser draw while it has nothing to show yet, and what was to come after the first paint comes before it.
 */
export function afterFirstPaint(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    run();
  };
  const soon = (): void => {
    observer.disconnect();
    // What an act does by itself, as opening a dialog, is done first.
    setTimeout(once);
  };
  const observer = new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length > 0 && soon());
  observer.observe({ type: 'paint', buffered: true });
  for (const type of NO_LATER_THAN) addEventListener(type, soon, { once: true, capture: true });
  // A page that is left runs no timer any more.
  addEventListener('pagehide', once, { once: true, capture: true });
}
