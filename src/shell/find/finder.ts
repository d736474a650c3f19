import { type Entry, matchEntries } from '../../lib/find/match-entries.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { textsPart } from '../../lib/i18n/texts-part.ts';
import { leaveFor } from '../../lib/visit/leave-for.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { icon } from '../icon.ts';
import { entryOf, findAnnouncements, type FindTexts, listEntries } from './list-entries.ts';

const LIST = 'finder-list';
/** Announcements are searched for once the person pauses. */
const PAUSE_MS = 300;
const LEAST_LETTERS = 3;

const findPart = textsPart<FindTexts['find']>('find');
const commonPart = textsPart<FindTexts['common']>('common');
const infoPart = textsPart<FindTexts['info']>('info');

/** Most words could be a UID too, so that comes last. */
const GROUPS = ['transaction', 'act', 'page', 'help', 'announcement', 'member'] as const;

/** A field in a dialog, and below it what its text finds. */
export async function openFinder(): Promise<void> {
  const [find, common, info] = await Promise.all([findPart.load(), commonPart.load(), infoPart.load()]);
  if (isDialogOpen()) return;
  const texts = { find, common, info };
  const { dialog, field, told, list } = drawFinder(texts);
  const options = watchOptions(field, list, find.groups, (entry) => carryOut(entry, dialog));
  const known = listEntries(texts, () => void openKeys());
  const help = localePath(pageLanguage(), '/help');
  let announcements: Entry[] = [];
  let answered: { typed: string; found: Entry | string } | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const show = (): void => {
    const typed = field.value.trim();
    const found = answered?.typed === typed ? answered.found : null;
    const here = found === null ? entryOf(typed, texts, (answer) => take(typed, answer)) : [];
    const isEntry = found !== null && typeof found !== 'string';
    const matching = isEntry ? [found] : [...here, ...matchEntries(known, typed), ...announcements];
    const count = matching.length;
    options.show(count === 0 && typeof found !== 'string' ? known.filter(({ goes }) => goes === help) : matching);
    told.textContent = typeof found === 'string' ? found : count === 0 ? find.none : interpolate(find.results, { count: String(count) });
  };
  const take = (typed: string, found: Entry | string): void => {
    answered = { typed, found };
    show();
  };
  field.addEventListener('input', () => {
    announcements = [];
    show();
    clearTimeout(pause);
    const typed = field.value.trim();
    if (typed.length < LEAST_LETTERS) return;
    pause = setTimeout(() => {
      void findAnnouncements(typed).then((found) => {
        if (found.length === 0 || field.value.trim() !== typed) return;
        announcements = found;
        show();
      });
    }, PAUSE_MS);
  });
  show();
  dialog.showModal();
}

/** A second press while the texts were on their way, or whatever the person has opened meanwhile. */
function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function carryOut({ group, goes }: Entry, dialog: HTMLDialogElement): void {
  // What is looked up is shown in the list; everything else is done then.
  if (typeof goes === 'string' || group === 'act') dialog.close();
  if (typeof goes === 'string') goTo(goes);
  else void goes();
}

/** To a page, or to a part of this one: then none is loaded, and nothing may wait for it. */
export function goTo(address: string): void {
  const { pathname, search, hash } = new URL(address, location.origin);
  if (hash === '' || pathname !== location.pathname || search !== location.search) {
    leaveFor(address);
    return;
  }
  const before = location.hash;
  location.assign(address);
  // Islands hear of a fragment by this event, which browsers leave out where it stays the same.
  if (before === hash) dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Which keys do something, as this device names them. */
export async function openKeys(): Promise<void> {
  const [{ keys }, { close }] = await Promise.all([findPart.load(), commonPart.load()]);
  if (isDialogOpen()) return;
  const modifier = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const key = (name: string): HTMLElement => element('kbd', {}, name);
  const [before = '', between = '', after = ''] = keys.or.split(/\{\{\w+\}\}/);
  const rows: [string, (HTMLElement | string)[]][] = [
    [keys.find, [before, key('/'), between, key(`${modifier} K`), after]],
    [keys.keys, [key('?')]],
    [keys.amounts, [key('H')]],
  ];
  const lines = rows.map(([name, drawn]) => element('div', {}, element('dt', {}, name), element('dd', {}, ...drawn)));
  const settings = `${localePath(pageLanguage(), '/profile/settings')}#single-keys`;
  drawDialog('keys-title', keys.title, close, [
    element(
      'div',
      { class: 'dlg-body' },
      element('dl', { class: 'ledger keys' }, ...lines),
      element('p', { class: 'note' }, interpolate(keys.off, { modifier })),
      element('p', {}, element('a', { class: 'link-act', href: settings }, keys.settings)),
    ),
  ]).showModal();
}

function drawFinder({ find, common }: FindTexts) {
  const field = element('input', {
    class: 'input',
    type: 'search',
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: '80',
    'aria-label': find.label,
    'aria-autocomplete': 'list',
    'aria-expanded': 'true',
    'aria-controls': LIST,
    placeholder: find.title,
    autofocus: '',
  });
  const told = element('p', { class: 'finder-told', role: 'status' });
  const list = element('div', { class: 'finder-list', id: LIST, role: 'listbox', 'aria-label': find.title });
  const head = element('div', { class: 'finder-field' }, field, closeForm(common.close));
  const dialog = element('dialog', { class: 'finder', 'aria-label': find.title }, head, told, list);
  removeOnceClosed(dialog);
  return { dialog, field, told, list };
}

function drawDialog(id: string, title: string, close: string, content: HTMLElement[]): HTMLDialogElement {
  const heading = element('h2', { id, tabindex: '-1', autofocus: '' }, title);
  const head = element('div', { class: 'dlg-head' }, heading, closeForm(close));
  const dialog = element('dialog', { 'aria-labelledby': id }, head, ...content);
  removeOnceClosed(dialog);
  return dialog;
}

function closeForm(label: string): HTMLElement {
  const button = element('button', { class: 'icon-btn', 'aria-label': label });
  button.append(icon('close'));
  return element('form', { method: 'dialog' }, button);
}

function removeOnceClosed(dialog: HTMLDialogElement): void {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
}

interface Options {
  /** Draws them in their groups, and chooses the first. */
  show: (entries: readonly Entry[]) => void;
}

/** The list of a combobox (ARIA pattern): the focus stays in the field, arrows choose, Enter and a press take. */
function watchOptions(field: HTMLInputElement, list: HTMLElement, names: Texts<'find'>['groups'], take: (entry: Entry) => void): Options {
  let shown: Entry[] = [];
  let chosen = 0;
  const choose = (index: number): void => {
    chosen = shown.length === 0 ? 0 : (index + shown.length) % shown.length;
    field.removeAttribute('aria-activedescendant');
    for (const [place, option] of list.querySelectorAll('[role=option]').entries()) {
      option.setAttribute('aria-selected', String(place === chosen));
      if (place !== chosen) continue;
      field.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  };
  const takeChosen = (): void => {
    const entry = shown[chosen];
    if (entry) take(entry);
  };
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) takeChosen();
    else choose(chosen + step);
  });
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    const index = [...list.querySelectorAll('[role=option]')].findIndex((each) => each === option);
    if (index === -1) return;
    choose(index);
    takeChosen();
  });
  return {
    show: (entries) => {
      shown = GROUPS.flatMap((group) => entries.filter((entry) => entry.group === group));
      list.replaceChildren(...drawGroups(shown, names));
      choose(0);
    },
  };
}

function drawGroups(entries: readonly Entry[], names: Texts<'find'>['groups']): HTMLElement[] {
  let place = 0;
  return GROUPS.flatMap((group) => {
    const own = entries.filter((entry) => entry.group === group);
    if (own.length === 0) return [];
    const id = `finder-${group}`;
    const options = own.map(({ name, detail }) =>
      element(
        'div',
        { role: 'option', id: `finder-option-${(place += 1)}` },
        element('span', {}, name),
        ...(detail === undefined ? [] : [element('small', { translate: 'no' }, detail)]),
      ),
    );
    return [element('div', { role: 'group', 'aria-labelledby': id }, element('div', { id }, names[group]), ...options)];
  });
}

/** An element with its attributes and content. Texts are texts, never markup. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const drawn = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) drawn.setAttribute(attribute, value);
  drawn.append(...content);
  return drawn;
}
