// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from '../../src/lib/api/contract/zod.ts';
import { json, keptOnDevice } from '../../src/lib/storage/kept.ts';

const kept = keptOnDevice('note', json(z.object({ text: z.string() })));

async function load() {
  vi.resetModules();
  const { $storageFault, storeOf } = await import('../../src/stores/persistence.ts');
  const $note = storeOf(kept, null);
  $note.listen(() => undefined);
  return { $note, $storageFault };
}

/** Simulates another tab: the storage changes, then the event fires. */
function inAnotherTab(change: () => void): void {
  change();
  window.dispatchEvent(new Event('storage'));
}

beforeEach(() => localStorage.clear());

it('a store holds what is kept, writes what it is set to, and follows other tabs', async () => {
  kept.set({ text: 'before' });
  const { $note, $storageFault } = await load();
  expect($note.get()).toEqual({ text: 'before' });
  $note.set({ text: 'now' });
  expect(kept.get()).toEqual({ text: 'now' });
  inAnotherTab(() => kept.set({ text: 'there' }));
  expect($note.get()).toEqual({ text: 'there' });
  inAnotherTab(() => kept.set(null));
  expect([$note.get(), $storageFault.get()]).toEqual([null, null]);
});

it('a store leaves what a newer version in another tab has written as it is', async () => {
  const { $note } = await load();
  const newer = '{"text":"there","colour":"red"}';
  inAnotherTab(() => localStorage.setItem('note', newer));
  expect($note.get()).toEqual({ text: 'there' });
  expect(localStorage.getItem('note')).toBe(newer);
});

it('what can’t be read is reported, isn’t shown, and isn’t brought back once another tab has removed it', async () => {
  localStorage.setItem('note', '{');
  const { $note, $storageFault } = await load();
  expect([$note.get(), $storageFault.get()]).toEqual([null, 'GARBAGE']);
  inAnotherTab(() => localStorage.removeItem('note'));
  expect(localStorage.getItem('note')).toBeNull();
});

it('what the device refuses is reported, and is shown for as long as the page is', async () => {
  const { $note, $storageFault } = await load();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  $note.set({ text: 'now' });
  vi.unstubAllGlobals();
  expect([$note.get(), $storageFault.get()]).toEqual([{ text: 'now' }, 'UNWRITABLE']);
});
