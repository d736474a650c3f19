/**
 * Resolves once somebody sees the page: at once, or when a prerendered page is activated (HTML, "prerendering"). A page that is made ahead on a
 * mere hover may draw what the device knows, but it asks nothing and sends nothing: it may never be shown, and its session may be over by then.
 */
export function whenActivated(): Promise<unknown> | undefined {
  if (typeof document === 'undefined' || !('prerendering' in document) || document.prerendering !== true) return undefined;
  return new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
}
