import { labelled } from '../../lib/i18n/punctuation.ts';
import type { OpenWindow, WindowParts } from '../create-wallet.ts';
import type { WalletTexts } from '../wallet-texts.ts';
import { approvalView } from './approval-view.ts';
import { element } from './element.ts';
import { attachFrame, mark, settingsButton, textButton, titled, topBar } from './frame.ts';
import { settingsView } from './settings-view.ts';

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
