/**
 * What the oldest supported browsers (`browserslist` in package.json) lack of the language and the platform, where JuFi or a package that it ships uses it.
 * Runs before everything else. Each gap is filled by the same few lines that the standard describes; popovers, which take more, have a package.
 */
fill(Promise, 'withResolvers', function withResolvers<Value>(this: PromiseConstructor): PromiseWithResolvers<Value> {
  const resolvers = {} as PromiseWithResolvers<Value>;
  const promise = new this<Value>((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
  return Object.assign(resolvers, { promise });
});

fill(URL, 'canParse', (url: string | URL, base?: string | URL) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
});

fill(URL, 'parse', (url: string | URL, base?: string | URL) => (URL.canParse(url, base) ? new URL(url, base) : null));

fill(AbortSignal, 'any', (signals: Iterable<AbortSignal>) => {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
});

fill(String.prototype, 'isWellFormed', function isWellFormed(this: string) {
  return !/\p{Surrogate}/u.test(this);
});

// The worker has no elements.
if (typeof Element !== 'undefined') {
  fill(Element.prototype, 'checkVisibility', function checkVisibility(this: Element) {
    return this.getClientRects().length > 0;
  });
}

function fill<Holder extends object, Name extends keyof Holder>(holder: Holder, name: Name, value: Holder[Name]): void {
  if (!(name in holder)) Object.defineProperty(holder, name, { configurable: true, writable: true, value });
}
