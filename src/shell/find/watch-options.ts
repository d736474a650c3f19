import type { Entry } from '../../lib/find/match-entries.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { element } from './element.ts';

/** Most words could be a UID too, so that comes last. */
const GROUPS = ['transaction', 'act', 'page', 'help', 'announcement', 'member'] as const;

interface Options {
  /** Draws them in their groups, chooses the first, and returns how many there are. */
  show: (entries: readonly Entry[]) => number;
}

/** The list of a combobox (ARIA pattern): the focus stays in the field, arrows choose, Enter and a press take. */
export function watchOptions(
  field: HTMLInputElement,
  list: HTMLElement,
  names: Texts<'find'>['groups'],
  take: (entry: Entry) => void,
): Options {
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
      return shown.length;
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
