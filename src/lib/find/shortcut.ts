import { keptSingleKeys } from '../storage/settings.ts';

/** What a key does on every page: finds anything, lists the keys, hides or shows amounts. */
export type Shortcut = 'find' | 'keys' | 'amounts';

/** Dispatched to the window once the shell is there to carry it out. */
export const SHORTCUT = 'jufi:shortcut';

declare global {
  interface WindowEventMap {
    [SHORTCUT]: CustomEvent<Shortcut>;
  }
}

const SINGLE_KEYS: ReadonlyMap<string, Shortcut> = new Map([
  ['/', 'find'],
  ['?', 'keys'],
  ['h', 'amounts'],
]);

/** Null while the person types or a dialog is open. Single keys can be turned off: who speaks to their device types letters by accident (WCAG 2.1.4). */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event;
  if (altKey || repeat || isComposing || defaultPrevented || isField(target) || document.querySelector('dialog[open]')) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !event.shiftKey ? 'find' : null;
  const shortcut = SINGLE_KEYS.get(key) ?? null;
  return shortcut === null || keptSingleKeys.get() === 'off' ? null : shortcut;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=slider]') !== null;
}
