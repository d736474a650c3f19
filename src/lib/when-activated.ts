/**
 * Resolves once the page is visible: at once, or when a prerendered page is activated (HTML, "prerendering"). A page prerendered on hover
 * may render what the device knows but must not call the provider: it may never be shown, and its session may be over by then.
 */
export function whenActivated(): Promise<unknown> | undefined {
  if (typeof document === 'undefined' || !('prerendering' in document) || document.prerendering !== true) return undefined;
  return new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
}

/** Like `whenActivated`, and then until a page that was prerendered has drawn its first frame: requests would delay what it can already show. */
export function whenDrawn(): Promise<unknown> | undefined {
  return whenActivated()?.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
