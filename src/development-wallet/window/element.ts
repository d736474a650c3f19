import { addressSeal } from '../../lib/address-seal.ts';
import type { Address } from '../../lib/chain/wallets/eip1193.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { developmentAccounts } from '../development-accounts.ts';
import type { WalletTexts } from '../wallet-texts.ts';

interface Properties {
  class?: string;
  id?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  onClick?: () => void;
}

type Child = Element | undefined;

/** Creates elements by DOM calls: the pages' policy blocks innerHTML, and text from outside stays text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, id, text, attributes = {}, onClick }: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className) created.className = className;
  if (id) created.id = id;
  if (text !== undefined) created.textContent = text;
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  if (onClick) created.addEventListener('click', onClick);
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

/** A line drawing; hidden from screen readers. */
export function lines(className: string, viewBox: string, paths: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  for (const data of paths) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', data);
    svg.append(path);
  }
  return svg;
}

/** Rows of name and value. Omits rows without a value. */
export function facts(rows: readonly (readonly [name: string, value: string | undefined])[]): HTMLElement {
  const list = element('dl', { class: 'facts' });
  for (const [name, value] of rows) {
    if (value !== undefined) list.append(element('div', {}, element('dt', { text: name }), element('dd', { text: value })));
  }
  return list;
}

/** An account with its seal, number and address. */
export function account(texts: WalletTexts, address: Address): HTMLElement {
  const number = developmentAccounts.indexOf(address) + 1;
  return element(
    'span',
    { class: 'account' },
    lines('seal', '0 0 48 48', addressSeal(address)),
    element(
      'span',
      {},
      element('b', { text: interpolate(texts.accountNumber, { number }) }),
      element('small', { text: shortenAddress(address), attributes: { title: address } }),
    ),
  );
}

/** The ten accounts as radio buttons, so that arrow keys move through them. */
export function accountChoice(texts: WalletTexts, selected: number, onChoose: (index: number) => void): HTMLElement {
  const choices = developmentAccounts.map((address, index) => {
    const input = element('input', { id: `account-${index}`, attributes: { type: 'radio', name: 'account' } });
    input.checked = index === selected;
    input.addEventListener('change', () => onChoose(index));
    return element('label', {}, input, account(texts, address));
  });
  return element('fieldset', { class: 'accounts' }, element('legend', { text: texts.chooseAccount }), element('div', {}, ...choices));
}
