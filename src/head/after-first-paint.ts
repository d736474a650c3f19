const NO_LATER_THAN = ['load', 'pointerdown', 'keydown', 'click'] as const;

/**
 * Runs once something of the page was seen, the page is loaded, or somebody acts, whichever comes first. Not in an animation frame: asking for one makes the browser
 * draw while it has nothing to show yet, and what was to come after the first paint comes before it.
 */
export function afterFirstPaint(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    observer.disconnect();
    // What an act does by itself, as opening a dialog, is done first.
    setTimeout(run);
  };
  const observer = new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length > 0 && once());
  observer.observe({ type: 'paint', buffered: true });
  for (const type of NO_LATER_THAN) addEventListener(type, once, { once: true, capture: true });
}
