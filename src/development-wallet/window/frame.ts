import type { WalletTexts } from '../wallet-texts.ts';
import { element, lines } from './element.ts';

const TAG = 'jufi-development-wallet';
const SLIDERS = 'M4 8h8M18 8h2M15 5.5v5M4 16h2M12 16h8M9 13.5v5';
const MARK = 'M13 9h12v12a6 6 0 0 1-13 1M9 31h18';

/** The site's tokens apply inside the shadow root; its rules don't. */
const walletStyles = `
:host { all: initial; font: var(--w-text) var(--t-md) / var(--lh) var(--font); color: var(--text); color-scheme: inherit; }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, p, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
svg { display: block; fill: none; stroke: currentColor; stroke-linecap: round; stroke-linejoin: round; flex: none; }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; border-radius: var(--r-1); }

.launcher { position: fixed; z-index: var(--z-nav); inset-inline-start: var(--s-3); inset-block-end: calc(var(--bottom-h) + var(--s-3) + env(safe-area-inset-bottom)); display: inline-flex; align-items: center; gap: var(--s-2); min-height: var(--target); padding-inline: var(--s-3) var(--s-4); background: var(--surface); border: var(--hair) dashed var(--control); border-radius: var(--r-full); box-shadow: var(--shadow-2); font-size: var(--t-sm); color: var(--text-2); }
.launcher:hover { background: var(--surface-2); color: var(--text); }
.launcher[data-waiting] { border-style: solid; border-color: var(--warning); color: var(--warning); }
@media (min-width: 64rem) { .launcher { inset-block-end: var(--s-4); inset-inline: auto var(--s-4); } }
.mark { width: 1.5rem; height: 1.5rem; stroke-width: 3px; color: var(--accent-text); }

dialog { color: inherit; background: var(--surface); border: var(--hair) solid var(--rule-strong); padding: 0; width: min(25rem, 100vw); max-width: 100vw; max-height: min(92dvh, 52rem); overflow: auto; overscroll-behavior: contain; box-shadow: var(--shadow-3); overflow-wrap: anywhere; }
dialog[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; grid-template-columns: minmax(0, 1fr); }
dialog::backdrop { background: var(--scrim); }
@media (max-width: 39.99rem) { dialog { margin: auto 0 0; width: 100vw; border-inline: 0; border-block-end: 0; border-start-start-radius: var(--r-3); border-start-end-radius: var(--r-3); } }
@media (min-width: 40rem) { dialog { border-radius: var(--r-3); margin: auto; } }

header, footer { background: var(--surface); }
header { border-block-end: var(--hair) solid var(--rule); }
.bar { display: flex; align-items: center; gap: var(--s-2); min-height: 3.25rem; padding-inline: var(--s-5) var(--s-2); font-weight: var(--w-strong); }
.bar .tool { margin-inline-start: auto; }
.tool { width: var(--target); height: var(--target); display: inline-grid; place-items: center; border-radius: var(--r-2); color: var(--text-2); }
.tool:hover { background: var(--surface-3); color: var(--text); }
.icon { width: 1.25rem; height: 1.25rem; stroke-width: 1.5px; }
.warning { padding: var(--s-2) var(--s-5); font-size: var(--t-sm); line-height: 1.4; color: var(--warning); background: var(--warning-soft); }

section { display: grid; gap: var(--s-4); grid-auto-rows: max-content; padding: var(--s-5); overflow: auto; overscroll-behavior: contain; grid-template-columns: minmax(0, 1fr); }
h2 { font-size: var(--t-lg); font-weight: var(--w-strong); line-height: var(--lh-head); letter-spacing: var(--track-head); text-wrap: balance; }
h2:focus-visible { outline: none; }
h3 { font-size: var(--t-sm); font-weight: var(--w-name); color: var(--text-2); }
section > p { color: var(--text-2); text-wrap: pretty; }
.alert { padding: var(--s-3); border-inline-start: 3px solid var(--negative); background: var(--negative-soft); color: var(--text); font-size: var(--t-sm); }

.facts { border-block: var(--hair) solid var(--rule-strong); }
.facts > div { display: grid; grid-template-columns: minmax(5rem, 2fr) minmax(0, 3fr); gap: var(--s-3); padding-block: var(--s-2); }
.facts > div + div { border-block-start: var(--hair) solid var(--rule); }
.facts dt { color: var(--text-3); font-size: var(--t-sm); }
.facts dd { text-align: end; font-variant-numeric: tabular-nums; }
pre, .scroll { max-height: 14rem; overflow: auto; background: var(--bg); border: var(--hair) solid var(--rule); border-radius: var(--r-2); }
pre { padding: var(--s-3); font: inherit; font-size: var(--t-sm); white-space: pre-wrap; font-variant-numeric: tabular-nums; }
.scroll { padding-inline: var(--s-3); } .scroll .facts { border: 0; }

.account { display: flex; align-items: center; gap: var(--s-3); }
.account b { display: block; font-weight: var(--w-label); line-height: 1.3; }
.account small { display: block; color: var(--text-3); font-size: var(--t-sm); line-height: 1.35; font-variant-numeric: tabular-nums; }
.seal { width: 2.25rem; height: 2.25rem; stroke-width: 1.1px; color: var(--accent-text); }
.seal path { vector-effect: non-scaling-stroke; }
.accounts > div { display: grid; max-height: 15.5rem; overflow: auto; border-block: var(--hair) solid var(--rule-strong); }
legend { padding: 0 0 var(--s-2); font-size: var(--t-sm); font-weight: var(--w-name); color: var(--text-2); }
.accounts label { display: flex; align-items: center; gap: var(--s-3); min-height: 3.5rem; padding: var(--s-2); cursor: pointer; }
.accounts label:hover { background: var(--surface-2); }
.accounts label + label { border-block-start: var(--hair) solid var(--rule); }
.accounts input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); flex: none; }
.accounts :focus-visible { outline-offset: 3px; }
.switches { display: grid; gap: var(--s-2); }

footer { display: grid; grid-template-columns: 1fr 1fr; gap: var(--s-1) var(--s-3); border-block-start: var(--hair) solid var(--rule); padding: var(--s-4) var(--s-5) calc(var(--s-3) + env(safe-area-inset-bottom)); }
footer > :only-child, footer > .link { grid-column: 1 / -1; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: var(--target); padding: var(--s-2) var(--s-4); border: var(--hair) solid var(--control); border-radius: var(--r-2); font-weight: var(--w-label); line-height: 1.25; text-align: center; }
.button:hover { background: var(--surface-3); }
.button[disabled] { background: none; border-style: dashed; color: var(--text-3); cursor: not-allowed; }
.primary { background: var(--accent); border-color: transparent; color: var(--on-accent); font-weight: var(--w-strong); }
.primary:hover { background: var(--accent-hover); }
.link { min-height: var(--target); color: var(--text-2); font-size: var(--t-sm); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.22em; text-decoration-color: var(--control); }
.link:hover { color: var(--text); }
`;

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
