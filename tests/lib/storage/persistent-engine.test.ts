import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createPersistentEngine,
  type PersistenceAdapter,
  type PersistentEngine,
  type StorageFault,
} from '../../../src/lib/storage/persistent-engine.ts';

function setUp(change: Partial<PersistenceAdapter>, kept: Record<string, string> = { theme: 'theme-light' }) {
  const faults: StorageFault[] = [];
  let changed: () => void = () => undefined;
  const adapter: PersistenceAdapter = {
    load: () => ({ ...kept }),
    set: (key, value) => void (kept[key] = value),
    remove: (key) => void Reflect.deleteProperty(kept, key),
    subscribe: (listener) => {
      changed = listener;
      return () => undefined;
    },
    ...change,
  };
  const engine = createPersistentEngine({ adapter, keys: ['theme', 'lang'], onFault: (fault) => faults.push(fault) });
  return { engine, faults, kept, changeElsewhere: () => changed() };
}

function themeStore({ storage, events }: PersistentEngine) {
  setPersistentEngine(storage, events);
  return persistentAtom<string>('theme', 'theme-dark');
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('stored state', () => {
  it('is available at once if the adapter is synchronous', () => {
    const { engine, faults } = setUp({});
    expect(themeStore(engine).get()).toBe('theme-light');
    expect(faults).toEqual([]);
  });

  it('arrives later if the adapter is slow, and listeners are notified', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    const { engine, faults } = setUp({ load: () => promise });
    const $theme = themeStore(engine);
    const seen: string[] = [];
    $theme.subscribe((theme) => seen.push(theme));
    await vi.advanceTimersByTimeAsync(4_999);
    resolve({ theme: 'theme-light' });
    await engine.ready;
    expect(seen).toEqual(['theme-dark', 'theme-light']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(faults).toEqual([]);
  });

  it('is abandoned after 5 s: defaults remain, and late values are ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    const writes = vi.fn();
    const { engine, faults } = setUp({ load: () => promise, set: writes });
    const $theme = themeStore(engine);
    $theme.listen(() => undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(faults).toEqual(['TIMEOUT']);
    resolve({ theme: 'theme-light' });
    await vi.advanceTimersByTimeAsync(0);
    expect($theme.get()).toBe('theme-dark');
    $theme.set('theme-light');
    expect($theme.get()).toBe('theme-light');
    expect(writes).not.toHaveBeenCalled();
  });

  it.each([
    ['throws', () => raise()],
    ['rejects', () => Promise.reject(new Error('blocked'))],
  ])('falls back to defaults when reading %s', async (_name, load) => {
    const { engine, faults } = setUp({ load });
    await engine.ready;
    expect(themeStore(engine).get()).toBe('theme-dark');
    expect(faults).toEqual(['UNREADABLE']);
  });

  it.each([
    ['throws', () => raise()],
    ['rejects', () => Promise.reject(new Error('full'))],
  ])('stays in memory if writing %s', async (_name, set) => {
    const { engine, faults } = setUp({ set });
    const $theme = themeStore(engine);
    $theme.set('theme-dark');
    await vi.advanceTimersByTimeAsync(0);
    expect($theme.get()).toBe('theme-dark');
    expect(faults).toEqual(['UNWRITABLE']);
  });

  it('doesn’t overwrite what the app wrote while loading', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    const { engine } = setUp({ load: () => promise });
    const $theme = themeStore(engine);
    $theme.set('theme-dim');
    resolve({ theme: 'theme-light', lang: 'de' });
    await engine.ready;
    expect($theme.get()).toBe('theme-dim');
    expect(engine.storage.lang).toBe('de');
  });

  it('doesn’t restore what the app removed while loading', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    const { engine, kept } = setUp({ load: () => promise });
    delete engine.storage.lang;
    kept.lang = 'de';
    resolve({ theme: 'theme-light', lang: 'de' });
    await engine.ready;
    expect(engine.storage).not.toHaveProperty('lang');
    expect(engine.storage.theme).toBe('theme-light');
  });

  it('is limited to the given keys; all others stay in memory', () => {
    const { engine, kept, faults } = setUp({});
    engine.storage.AUTH_TOKEN = 'a token';
    engine.storage.lang = 'de';
    expect(engine.storage.AUTH_TOKEN).toBe('a token');
    expect(kept).toEqual({ theme: 'theme-light', lang: 'de' });
    expect(faults).toEqual([]);
  });

  it('isn’t undone by either of two concurrent loads', async () => {
    const loads: ((values: Record<string, string>) => void)[] = [];
    const { engine, changeElsewhere } = setUp({ load: () => new Promise((resolve) => loads.push(resolve)) });
    engine.storage.theme = 'theme-dim';
    changeElsewhere();
    loads[1]?.({ theme: 'theme-dim' });
    await vi.advanceTimersByTimeAsync(0);
    loads[0]?.({ theme: 'theme-light' });
    await engine.ready;
    expect(engine.storage.theme).toBe('theme-dim');
  });

  it('follows another tab, including removals', () => {
    const { engine, kept, changeElsewhere } = setUp({});
    const $theme = themeStore(engine);
    const seen: string[] = [];
    $theme.subscribe((theme) => seen.push(theme));
    kept.theme = 'theme-dim';
    changeElsewhere();
    delete kept.theme;
    changeElsewhere();
    expect(seen).toEqual(['theme-light', 'theme-dim', 'theme-dark']);
  });
});

function raise(): never {
  throw new Error('blocked');
}
