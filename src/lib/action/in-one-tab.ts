/** Runs `act` in one tab at a time. Web Locks don't exist on pages without TLS; there, only the stored keys keep two tabs apart. */
export async function inOneTab<Result>(name: string, act: () => Result): Promise<Awaited<Result>> {
  return 'locks' in navigator ? await navigator.locks.request(name, act) : await act();
}
