/** Runs `act` in one tab at a time. Web Locks are missing where a page is not served over TLS; the keys alone then keep two tabs apart. */
export async function inOneTab<Result>(name: string, act: () => Result): Promise<Awaited<Result>> {
  return 'locks' in navigator ? await navigator.locks.request(name, act) : await act();
}
