import type { WalletTexts } from '../wallet-texts.ts';
import { element, lines } from './element.ts';
import { walletStyles } from './wallet-styles.ts';

const TAG = 'jufi-development-wallet';
const SLIDERS = 'M4 8h8M18 8h2M15 5.5v5M4 16h2M12 16h8M9 13.5v5';
const MARK = 'M13 9h12v12a6 6 0 0 1-13 1M9 31h18';

/** Adds the wallet to the page in its own shadow root: the page's rules don't apply inside, but its custom properties (colours) do. */
export function attachFrame(...parts: readonly Element[]): void {
  const host = document.createElement(TAG);
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(walletStyles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(...parts);
  document.body.append(host);
}

/** Says whose window this is, and that it isn't for real money. */
export function topBar(texts: WalletTexts, tool?: Element): HTMLElement {
  return element(
    'header',
    {},
    element('div', { class: 'bar' }, mark(), element('span', { text: texts.name }), tool),
    element('p', { class: 'warning', text: texts.warning }),
  );
}

export function titled(title: string, ...body: readonly (Element | undefined)[]): HTMLElement {
  return element('section', {}, element('h2', { id: 'title', text: title, attributes: { tabindex: '-1' } }), ...body);
}

export function textButton(id: string, className: string, text: string, onClick: () => void): HTMLButtonElement {
  return element('button', { id, class: className, text, attributes: { type: 'button' }, onClick });
}

export function settingsButton({ settings }: WalletTexts, onClick: () => void): HTMLButtonElement {
  const attributes = { type: 'button', 'aria-label': settings.title, title: settings.title };
  return element('button', { id: 'settings', class: 'tool', attributes, onClick }, lines('icon', '0 0 24 24', [SLIDERS]));
}

export function mark(): SVGSVGElement {
  return lines('mark', '0 0 36 36', [MARK]);
}
