/** A page's own figures come first: what is made ahead shares the line and the processor with them. */
const OWN_FIGURES_MS = 1_000;

/**
 * Sets `data-settled` on the root once the page has loaded and has nothing to do. The speculation rules of phones wait for it: a finger gives no
 * sign before it goes down, so the pages of the bottom bar are made ahead while nobody acts.
 */
export function tellSettled(): void {
  if (!('requestIdleCallback' in window)) return;
  const settle = (): unknown =>
    setTimeout(() => requestIdleCallback(() => (document.documentElement.dataset.settled = '')), OWN_FIGURES_MS);
  if (document.readyState === 'complete') settle();
  else addEventListener('load', settle, { once: true });
}
