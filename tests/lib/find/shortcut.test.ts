// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { shortcutOf } from '../../../src/lib/find/shortcut.ts';
import { keptSingleKeys } from '../../../src/lib/storage/settings.ts';

afterEach(() => {
  document.body.replaceChildren();
  keptSingleKeys.set(null);
});

const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document): ReturnType<typeof shortcutOf> => {
  let found: ReturnType<typeof shortcutOf> = null;
  document.addEventListener('keydown', (event) => (found = shortcutOf(event)), { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
  return found;
};

it('is a single key, or K with Ctrl or Cmd', () => {
  expect(['/', '?', 'h', 'x'].map((key) => press(key))).toEqual(['find', 'keys', 'amounts', null]);
  expect(press('k', { ctrlKey: true })).toBe('find');
  expect(press('k', { metaKey: true })).toBe('find');
  expect([press('k'), press('h', { ctrlKey: true }), press('/', { altKey: true }), press('h', { repeat: true })]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('is none while somebody types, or a dialog is open', () => {
  document.body.innerHTML = '<input /><dialog open></dialog>';
  const [field, dialog] = document.body.children;
  if (!field || !dialog) throw new Error('not drawn');
  expect(press('/')).toBeNull();
  dialog.remove();
  expect(press('/', {}, field)).toBeNull();
  expect(press('k', { ctrlKey: true }, field)).toBeNull();
  expect(press('/')).toBe('find');
});

it('is none of the single keys where they are turned off', () => {
  keptSingleKeys.set('off');
  expect([press('/'), press('h'), press('k', { ctrlKey: true })]).toEqual([null, null, 'find']);
});
