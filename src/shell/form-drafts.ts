import { z } from '../lib/api/contract/zod.ts';
import { parseLanguage } from '../lib/i18n/languages.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { json, keptInTab } from '../lib/storage/kept.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { $language } from '../stores/page-language.ts';

/** The same digits can be another amount in another language: islands keep and rewrite these fields themselves. */
const AMOUNT = '[inputmode=decimal]';
/**
 * A dialog opened for one particular thing has that thing set by its opener: a restored draft must not change it afterwards.
 * `[data-set-by-opener]`
 */

const kept = keptInTab('jufi:drafts', json(z.object({ path: z.string(), drafts: z.array(z.tuple([z.string(), z.string()])) })));

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what is typed in this page's forms for the next load of the same page, for example in another language. Passwords and files are not
 * kept.
 */
export function keepDrafts(): void {
  // What an island held that failed meanwhile.
  const drafts = takeDrafts();
  for (const [name, field] of fields()) if (isAlive(field)) drafts.set(name, valueOf(field));
  kept.set({ path: splitLocalePath(location.pathname).path, drafts: [...drafts] });
}

/** Restores kept values, also to fields that an island renders later. */
export function restoreDrafts(): void {
  const waiting = takeDrafts();
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

function takeDrafts(): Map<string, string> {
  const taken = kept.take();
  return new Map(taken?.path === splitLocalePath(location.pathname).path ? taken.drafts : []);
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

/** Stores the chosen language and opens the same page in it; query, hash and typed text are kept. */
export function startLanguageMenu(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !(event.target instanceof Element))
      return;
    const choice = event.target.closest<HTMLElement>('[data-language-choice]');
    const language = parseLanguage(choice?.dataset.languageChoice ?? '');
    if (!language) return;
    event.preventDefault();
    $language.set(language);
    document.querySelector<HTMLElement>('#language-menu:popover-open')?.hidePopover();
    const here = splitLocalePath(location.pathname);
    if (here.language === language) return;
    keepDrafts();
    leaveFor(localePath(language, here.path) + location.search + location.hash);
  });
}
