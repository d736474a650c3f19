// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

/** The page as it is while the app of a wallet is in front of it, or again. */
function show(isSeen: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isSeen);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

it('reads what became stale while the page was hidden when it is seen again, once', async () => {
  const { createQuery, revalidateKeys } = await import('../../src/stores/server-state.ts');
  const fetcher = vi.fn(() => Promise.resolve('figure'));
  const stop = createQuery<string>(['wallet/overview:'], { fetcher }).listen(() => undefined);
  await vi.waitFor(() => expect(fetcher).toHaveBeenCalledTimes(1));
  show(false);
  revalidateKeys((key) => key.startsWith('wallet/'));
  expect(fetcher).toHaveBeenCalledTimes(1);
  show(true);
  await vi.waitFor(() => expect(fetcher).toHaveBeenCalledTimes(2));
  show(false);
  show(true);
  await Promise.resolve();
  expect(fetcher).toHaveBeenCalledTimes(2);
  stop();
});

it('reads anew what was being read when it became stale, when the old answer is there, and once for all that did', async () => {
  const { createQuery, revalidateKeys } = await import('../../src/stores/server-state.ts');
  const old = Promise.withResolvers<string>();
  const fetcher = vi.fn(() => Promise.resolve('new')).mockReturnValueOnce(old.promise);
  const store = createQuery<string>(['wallet/history:'], { fetcher });
  const stop = store.listen(() => undefined);
  await vi.waitFor(() => expect(fetcher).toHaveBeenCalledTimes(1));
  for (let settled = 0; settled < 3; settled += 1) revalidateKeys((key) => key.startsWith('wallet/'));
  expect(fetcher).toHaveBeenCalledTimes(1);
  old.resolve('old');
  await vi.waitFor(() => expect(store.get().data).toBe('new'));
  expect(fetcher).toHaveBeenCalledTimes(2);
  stop();
});
