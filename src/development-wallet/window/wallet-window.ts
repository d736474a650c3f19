import { productChain } from '../../lib/chain/product-chain.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import type { OpenWindow, WindowParts } from '../create-wallet.ts';
import { chainOf, ethereum, type WalletStore } from '../wallet-state.ts';
import type { WalletTexts } from '../wallet-texts.ts';
import { approvalView } from './approval-view.ts';
import { accountChoice, element, facts } from './element.ts';
import { attachFrame, mark, settingsButton, textButton, titled, topBar } from './frame.ts';

/**
 * The wallet's window: a modal dialog that opens after, and thus above, the site's own, and a small button that brings it up. Re-rendered
 * on every change.
 */
export function openWalletWindow({ store, approvals, texts }: WindowParts & { texts: WalletTexts }): ReturnType<OpenWindow> {
  const dialog = element('dialog', { attributes: { 'aria-labelledby': 'title' } });
  const launcher = element('button', { class: 'launcher', attributes: { type: 'button' } });
  let page: 'REQUEST' | 'SETTINGS' = 'SETTINGS';

  const open = (next: typeof page): void => {
    page = next;
    draw();
    // A dialog the site has opened since would cover this one, and a request must be visible.
    if (next === 'REQUEST' && dialog.open) dialog.close();
    if (!dialog.open) dialog.showModal();
    focusOn(dialog, 'title');
  };
  const openWhatWaits = (): void => open(approvals.current() ? 'REQUEST' : 'SETTINGS');
  const drawRequest = (): Element[] => {
    const request = approvals.current();
    if (!request) return [];
    const { title, lead, body, approve } = approvalView(request, texts, store);
    return [
      topBar(
        texts,
        settingsButton(texts, () => open('SETTINGS')),
      ),
      titled(title, element('p', { text: lead }), ...body),
      element(
        'footer',
        {},
        textButton('decline', 'button', texts.decline, approvals.decline),
        textButton('approve', 'button primary', approve, approvals.approve),
        textButton('later', 'link', texts.later, () => dialog.close()),
      ),
    ];
  };
  const drawSettings = (): Element[] => {
    const leave = approvals.current()
      ? textButton('back', 'button primary', texts.back, () => open('REQUEST'))
      : textButton('close', 'button', texts.close, () => dialog.close());
    return [topBar(texts), titled(texts.settings.title, ...settingsView(texts, store)), element('footer', {}, leave)];
  };
  const draw = (): void => {
    const request = approvals.current();
    drawLauncher(launcher, texts, request !== undefined);
    if (page === 'REQUEST' && !request) {
      dialog.close();
      return;
    }
    keepFocus(dialog, () => dialog.replaceChildren(...(page === 'REQUEST' ? drawRequest() : drawSettings())));
  };

  // Escape declines a request, like closing a real wallet's window; in the settings it goes back.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (page === 'REQUEST') approvals.decline();
    else if (approvals.current()) open('REQUEST');
    else dialog.close();
  });
  launcher.addEventListener('click', openWhatWaits);
  store.subscribe(draw);
  attachFrame(dialog, launcher);
  draw();
  return { show: () => (approvals.current() ? open('REQUEST') : draw()) };
}

function drawLauncher(launcher: HTMLButtonElement, texts: WalletTexts, isWaiting: boolean): void {
  launcher.replaceChildren(mark(), element('span', { text: isWaiting ? texts.waiting : texts.name }));
  launcher.setAttribute(
    'aria-label',
    labelled(texts.name, isWaiting ? texts.waiting : texts.settings.title, document.documentElement.lang),
  );
  launcher.toggleAttribute('data-waiting', isWaiting);
}

/**
 * Keeps the focus across re-renders, so that keyboard users can go on; moves it to the title if the focused element is gone or disabled.
 */
function keepFocus(dialog: HTMLDialogElement, redraw: () => void): void {
  const focused = focusedId(dialog);
  redraw();
  if (focused === undefined) return;
  focusOn(dialog, focused);
  if (focusedId(dialog) === undefined) focusOn(dialog, 'title');
}

function focusedId(dialog: HTMLDialogElement): string | undefined {
  const root = dialog.getRootNode();
  const focused = root instanceof ShadowRoot ? root.activeElement : null;
  return focused && dialog.contains(focused) ? focused.id : undefined;
}

function focusOn(dialog: HTMLDialogElement, id: string): void {
  dialog.querySelector<HTMLElement>(`#${id}`)?.focus();
}

/** The selected account, and switches that simulate wallet failures so that every path of the site can be tried. */
function settingsView(texts: WalletTexts, store: WalletStore): Element[] {
  const state = store.get();
  const { settings } = texts;
  const knowsProduct = state.chains.some(({ id }) => id === productChain.id);
  const isConnected = state.connected.includes(location.origin);
  const site = location.host;
  const names = { network: productChain.name, other: ethereum.name };
  const button = (id: string, text: string, onClick: () => void, isPossible = true): HTMLButtonElement => {
    const created = element('button', { id, class: 'button', text: interpolate(text, names), attributes: { type: 'button' }, onClick });
    created.disabled = !isPossible;
    return created;
  };
  return [
    facts([
      [texts.network, chainOf(state)?.name],
      [texts.site, interpolate(isConnected ? settings.connected : settings.notConnected, { site })],
    ]),
    accountChoice(texts, state.selected, (selected) => store.update({ selected })),
    element(
      'div',
      { class: 'switches' },
      element('h3', { text: settings.actAs }),
      state.chainId === productChain.id
        ? button('chain', settings.useOther, () => store.update({ chainId: ethereum.id }))
        : button('chain', settings.useProduct, () => store.update({ chainId: productChain.id }), knowsProduct),
      button(
        'forget',
        settings.forget,
        () => store.update({ chainId: ethereum.id, chains: state.chains.filter(({ id }) => id !== productChain.id) }),
        knowsProduct,
      ),
      state.locked
        ? button('lock', settings.unlock, () => store.update({ locked: false }))
        : button('lock', settings.lock, () => store.update({ locked: true })),
      button('disconnect', settings.disconnect, () => store.update({ connected: [] }), isConnected),
      button('reset', settings.reset, store.reset),
    ),
  ];
}
