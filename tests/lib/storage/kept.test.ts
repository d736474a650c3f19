// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from '../../../src/lib/api/contract/zod.ts';
import { json, jsonList, keptInTab, keptOnDevice, lasting, namesOnDevice, textIf } from '../../../src/lib/storage/kept.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

describe('what is kept', () => {
  const note = keptOnDevice('note');

  it('is plain text on the device or in the tab, until it is removed or taken', () => {
    expect(note.set('here')).toBe(true);
    expect(keptInTab('note').set('in this tab')).toBe(true);
    expect([localStorage.getItem('note'), sessionStorage.getItem('note'), note.get()]).toEqual(['here', 'in this tab', 'here']);
    expect(namesOnDevice('no')).toEqual(['note']);
    expect(note.set(null)).toBe(true);
    expect([keptInTab('note').take(), keptInTab('note').get(), note.get()]).toEqual(['in this tab', null, null]);
  });

  it('is what another tab has written since', () => {
    note.set('mine');
    localStorage.setItem('note', 'theirs');
    expect(note.get()).toBe('theirs');
  });

  it.each<[string, Partial<Storage> | null]>([
    ['the browser has none', null],
    ['the browser blocks it', { getItem: () => raise(), setItem: () => raise(), removeItem: () => raise() }],
    ['the device is full', { getItem: () => null, setItem: () => raise(), removeItem: () => undefined }],
    ['the browser forgets it at once', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }],
  ])('is said not to be, and nothing throws, if %s', (_name, storage) => {
    vi.stubGlobal('localStorage', storage);
    expect([note.set('here'), note.get(), note.take(), namesOnDevice('note')]).toEqual([false, null, null, []]);
    expect(() => note.set(null)).not.toThrow();
  });
});

describe('what is kept in a form', () => {
  const order = keptOnDevice('order', json(z.object({ key: z.string(), amount: z.optional(z.string()) })));
  const orders = keptOnDevice('orders', jsonList(z.object({ key: z.string() })));
  const letter = keptOnDevice<'a'>(
    'letter',
    textIf((text) => (text === 'a' ? text : undefined)),
  );

  it('is read back, with amounts as in the contract', () => {
    order.set({ key: 'k' });
    expect(order.get()).toEqual({ key: 'k' });
    expect(order.write({ key: 'k', amount: 25n * 10n ** 17n } as never)).toBe('{"key":"k","amount":"2.5"}');
  });

  it.each(['', '{', 'null', '[]', '{"key":1}'])('is removed if it is no longer that, such as %j', (text) => {
    localStorage.setItem('order', text);
    expect(order.get()).toBeNull();
    expect(localStorage.getItem('order')).toBeNull();
  });

  it('is checked as a text, too', () => {
    localStorage.setItem('letter', 'b');
    expect([letter.get(), localStorage.getItem('letter')]).toEqual([null, null]);
  });

  it('keeps of a list the entries that can be read, and takes a single one as a list', () => {
    localStorage.setItem('orders', '[{"key":"a"},{"key":1},7,{"key":"b","more":1}]');
    expect(orders.get()).toEqual([{ key: 'a' }, { key: 'b' }]);
    localStorage.setItem('orders', '{"key":"c"}');
    expect(orders.get()).toEqual([{ key: 'c' }]);
  });

  it('is removed once it has outlived its use, or comes from a time that isn’t yet', () => {
    let nowMs = 10_000;
    const brief = keptOnDevice(
      'brief',
      lasting(1_000, json(z.object({ atMs: z.number() })), () => nowMs),
    );
    brief.set({ atMs: nowMs });
    nowMs += 999;
    expect(brief.get()).toEqual({ atMs: 10_000 });
    nowMs += 1;
    expect([brief.get(), localStorage.getItem('brief')]).toEqual([null, null]);
    brief.set({ atMs: nowMs + 1_000 });
    expect(brief.get()).toBeNull();
  });
});

function raise(): never {
  throw new Error('blocked');
}
