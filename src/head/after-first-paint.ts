const NO_LATER_THAN = ['DOMContentLoaded', 'pointerdown', 'keydown', 'click'] as const;

/**
 * Runs once the page is read to its end, or somebody acts, whichever comes first; at the latest when the page is left. The end is not read before the styles that stand
 * below the first screen are there, and that screen is painted meanwhile. Not in an animation frame: asking for one makes the browser draw while it has nothing to
 * show yet, and what was to come after the first paint comes before it. Nor told by a PerformanceObserver, which takes time before the paint that it tells of.
 */
export function afterFirstPaint(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    run();
  };
  // What an act does by itself, as opening a dialog, is done first.
  const soon = (): void => void setTimeout(once);
  for (const type of NO_LATER_THAN) addEventListener(type, soon, { once: true, capture: true });
  // A page that is left runs no timer any more.
  addEventListener('pagehide', once, { once: true, capture: true });
}
