import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTurn } from '../../../src/lib/storage/indexed-db-adapter.ts';
import type { PersistenceAdapter } from '../../../src/lib/storage/persistent-engine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Writes take the given delays in turn, in ms; once these are used up, they never end. */
function slowAdapter(delays: number[]) {
  const kept: Record<string, string> = {};
  const after = (act: () => void): Promise<void> => {
    const delay = delays.shift();
    return new Promise((resolve) => {
      if (delay === undefined) return;
      setTimeout(() => {
        act();
        resolve();
      }, delay);
    });
  };
  const adapter: PersistenceAdapter = {
    load: () => Promise.resolve({ ...kept }),
    set: (key, value) => after(() => void (kept[key] = value)),
    remove: (key) => after(() => void Reflect.deleteProperty(kept, key)),
    subscribe: () => () => undefined,
  };
  return { kept, adapter: inTurn(adapter) };
}

it('the last write wins, however long each takes', async () => {
  const { kept, adapter } = slowAdapter([300, 1, 50]);
  void adapter.set('theme', 'theme-light');
  void adapter.remove('theme');
  void adapter.set('theme', 'theme-dark');
  await vi.advanceTimersByTimeAsync(351);
  expect(kept).toEqual({ theme: 'theme-dark' });
});

it('a load sees earlier writes', async () => {
  const { adapter } = slowAdapter([300]);
  void adapter.set('theme', 'theme-light');
  const loaded = Promise.resolve(adapter.load(['theme']));
  await vi.advanceTimersByTimeAsync(300);
  expect(await loaded).toEqual({ theme: 'theme-light' });
});

it('a write that isn’t confirmed within 5 s rejects, and doesn’t block later ones', async () => {
  const { kept, adapter } = slowAdapter([4_900]);
  const [slow, hanging] = [adapter.set('theme', 'theme-light'), adapter.set('lang', 'de')];
  const refused = expect(hanging).rejects.toThrow('not confirmed');
  await vi.advanceTimersByTimeAsync(4_900);
  await expect(slow).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  expect(await adapter.load([])).toEqual(kept);
});
