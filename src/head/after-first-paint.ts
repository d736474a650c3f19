/**
 * Runs once something of the page was seen, or the page is loaded, whichever comes first. Not in an animation frame: asking for one makes the browser
 * draw while it has nothing to show yet, and what was to come after the first paint comes before it.
 */
export function afterFirstPaint(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    observer.disconnect();
    // What a load leaves to do comes after its listeners.
    setTimeout(run);
  };
  const observer = new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length > 0 && once());
  observer.observe({ type: 'paint', buffered: true });
  addEventListener('load', once, { once: true });
}
