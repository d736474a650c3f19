import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys } from '../lib/storage/storage-keys.ts';
import { splitLocalePath } from '../lib/i18n/locale-path.ts';

/** The same digits can be another amount in another language: islands keep and rewrite these fields themselves. */
const AMOUNT = '[inputmode=decimal]';
/**
 * A dialog opened for one particular thing has that thing set by its opener: a restored draft must not change it afterwards.
 * `[data-set-by-opener]`
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what is typed in this page's forms for the next load of the same page, for example in another language. Passwords and files are not
 * kept.
 */
export function keepDrafts(): void {
  // What an island held that failed meanwhile.
  const drafts = readDrafts();
  for (const [name, field] of fields()) if (isAlive(field)) drafts.set(name, valueOf(field));
  tabStorage.set(shellKeys.drafts, JSON.stringify({ path: splitLocalePath(location.pathname).path, drafts: [...drafts] }));
}

/** Restores kept values, also to fields that an island renders later. */
export function restoreDrafts(): void {
  const waiting = readDrafts();
  if (waiting.size === 0) return;
  const fill = (): void => {
    for (const [name, field] of fields()) {
      const value = waiting.get(name);
      if (value === undefined || !isAlive(field)) continue;
      waiting.delete(name);
      setValue(field, value);
    }
    if (waiting.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['ssr', 'disabled'] });
  fill();
}

/** Identifies a field by its name or id, and its position among fields of that name. */
function fields(): [string, Field][] {
  const seen = new Map<string, number>();
  const all = document.querySelectorAll<Field>(
    `:is(main, dialog) :is(input:not([type=password], [type=file], [type=hidden], ${AMOUNT}), textarea, select):not([data-set-by-opener] *)`,
  );
  return [...all].flatMap((field): [string, Field][] => {
    const name = field.name || field.id;
    if (!name) return [];
    const place = seen.get(name) ?? 0;
    seen.set(name, place + 1);
    return [[`${name}#${place}`, field]];
  });
}

function readDrafts(): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(tabStorage.take(shellKeys.drafts) ?? 'null');
    if (!isKept(kept) || kept.path !== splitLocalePath(location.pathname).path) return new Map();
    return new Map(kept.drafts.filter(([name, value]) => typeof name === 'string' && typeof value === 'string'));
  } catch {
    return new Map();
  }
}

function isKept(value: unknown): value is { path: string; drafts: [string, string][] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'drafts' in value &&
    Array.isArray(value.drafts) &&
    value.drafts.every((draft) => Array.isArray(draft))
  );
}

/** Before hydration React would later take over the field without knowing the value. The server renders such fields disabled. */
function isAlive(field: Field): boolean {
  return !field.matches(':disabled') && field.closest('astro-island[ssr]') === null;
}

function isChecking(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

function valueOf(field: Field): string {
  return isChecking(field) ? String(field.checked) : field.value;
}

/** Uses the prototype's setter and an event, so that React notices. */
function setValue(field: Field, value: string): void {
  if (isChecking(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
