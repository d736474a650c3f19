// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '../../src/lib/api/api-error.ts';
import { z } from '../../src/lib/api/contract/zod.ts';

afterEach(() => vi.restoreAllMocks());

/** The page as it is while the app of a wallet is in front of it, or again. */
function show(isSeen: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isSeen);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

it('reads what became stale while the page was hidden when it is seen again, once', async () => {
  const { createQuery, revalidateKeys } = await import('../../src/stores/server-state.ts');
  const fetcher = vi.fn(() => Promise.resolve('figure'));
  const stop = createQuery<string>(['wallet/overview:'], { kept: z.string(), fetcher }).listen(() => undefined);
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

it('reads when the page is seen what was first shown, or shown of another session, while it was hidden', async () => {
  const { createQuery } = await import('../../src/stores/server-state.ts');
  const $session = atom('#one');
  const fetcher = vi.fn((...parts: (string | number | boolean)[]) => Promise.resolve(parts.join('')));
  show(false);
  const store = createQuery<string>(['wallet/missed:', $session], { kept: z.string(), fetcher });
  const stop = store.listen(() => undefined);
  show(true);
  await vi.waitFor(() => expect(fetcher).toHaveBeenCalledTimes(1));
  show(false);
  show(true);
  show(false);
  $session.set('#two');
  await new Promise((resolve) => setTimeout(resolve));
  show(true);
  await vi.waitFor(() => expect(store.get().data).toBe('wallet/missed:#two'));
  expect(fetcher).toHaveBeenCalledTimes(2);
  stop();
});

it('repeats a read that became stale meanwhile, after the old response, once for all of them', async () => {
  const { createQuery, revalidateKeys } = await import('../../src/stores/server-state.ts');
  const old = Promise.withResolvers<string>();
  const fetcher = vi.fn(() => Promise.resolve('new')).mockReturnValueOnce(old.promise);
  const store = createQuery<string>(['wallet/history:'], { kept: z.string(), fetcher });
  const stop = store.listen(() => undefined);
  await vi.waitFor(() => expect(fetcher).toHaveBeenCalledTimes(1));
  for (let settled = 0; settled < 3; settled += 1) revalidateKeys((key) => key.startsWith('wallet/'));
  expect(fetcher).toHaveBeenCalledTimes(1);
  old.resolve('old');
  await vi.waitFor(() => expect(store.get().data).toBe('new'));
  expect(fetcher).toHaveBeenCalledTimes(2);
  stop();
});

describe('a failed read', () => {
  const fault = new NetworkError('UNREACHABLE', undefined);

  async function load() {
    vi.resetModules();
    const [{ createQuery, readForPerson, revalidateKeys }, { $callFailure }] = await Promise.all([
      import('../../src/stores/server-state.ts'),
      import('../../src/stores/attended-calls.ts'),
    ]);
    const told: unknown[] = [];
    $callFailure.listen((failure) => told.push(failure?.error));
    /** A section that looks at it; it fails as often as told. */
    const look = async (key: string) => {
      const fetcher = vi.fn(() => Promise.reject(fault));
      const stop = createQuery<string>([key], { kept: z.string(), fetcher }).listen(() => undefined);
      await vi.waitFor(() => expect(fetcher).toHaveBeenCalled());
      await settle();
      return { fetcher, stop };
    };
    return { createQuery, readForPerson, revalidateKeys, told, look };
  }

  /** The library keeps the failure in a later microtask than the one that rejects, and counts the read as under way until a timer. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  };

  it('is reported once per page load', async () => {
    const { look, told } = await load();
    const sections = [await look('wallet/overview:'), await look('staking/info:'), await look('dashboard/home:')];
    expect(told).toEqual([fault]);
    for (const { stop } of sections) stop();
  });

  it('is reported again when a person retries, and not when the page does', async () => {
    const { look, told, readForPerson, revalidateKeys } = await load();
    const { fetcher, stop } = await look('wallet/overview:');
    revalidateKeys(() => true);
    await settle();
    window.dispatchEvent(new Event('click'));
    revalidateKeys(() => true);
    await settle();
    expect([fetcher.mock.calls.length, told.length]).toEqual([3, 1]);
    window.dispatchEvent(new Event('click'));
    readForPerson(() => revalidateKeys(() => true));
    await settle();
    expect([fetcher.mock.calls.length, told.length]).toEqual([4, 2]);
    stop();
  });

  it('is reported for the next page of a list, which a person turned to', async () => {
    const { createQuery, told } = await load();
    const { atom } = await import('nanostores');
    const $page = atom('1');
    const fetcher = vi.fn((): Promise<string> => ($page.get() === '1' ? Promise.resolve('rows') : Promise.reject(fault)));
    const stop = createQuery<string>(['wallet/history:', $page], { kept: z.string(), fetcher }).listen(() => undefined);
    await settle();
    expect(told).toEqual([]);
    window.dispatchEvent(new Event('click'));
    $page.set('2');
    await settle();
    expect(told).toEqual([fault]);
    stop();
  });
});
