const NO_LATER_THAN = ['load', 'pointerdown', 'keydown', 'click'] as const;

/**
 * Runs after the first contentful paint, the load event or the first input, whichever comes first, and at the latest when the page is left.
 * Doesn't use an animation frame: requesting one makes the browser draw while there is nothing to show yet, so the work would run before
 * the first paint.
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
    // Lets the input's own default action, such as opening a dialog, run first.
    setTimeout(once);
  };
  const observer = new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length > 0 && soon());
  observer.observe({ type: 'paint', buffered: true });
  for (const type of NO_LATER_THAN) addEventListener(type, soon, { once: true, capture: true });
  // No timer runs any more once the page is being left.
  addEventListener('pagehide', once, { once: true, capture: true });
}
