import type { OpenWindow, WindowParts } from '../create-wallet.ts';
import type { WalletTexts } from '../wallet-texts.ts';
import { approvalView } from './approval-view.ts';
import { element } from './element.ts';
import { attachFrame, mark, settingsButton, textButton, titled, topBar } from './frame.ts';
import { settingsView } from './settings-view.ts';

/**
 * The wallet's window: a modal dialog of its own, opened after the site's and so above it, and a small button that brings it up.
 * It is drawn anew on each change.
 */
export function openWalletWindow({ store, approvals, texts }: WindowParts & { texts: WalletTexts }): ReturnType<OpenWindow> {
  const dialog = element('dialog', { attributes: { 'aria-labelledby': 'title' } });
  const launcher = element('button', { class: 'launcher', attributes: { type: 'button' } });
  let page: 'REQUEST' | 'SETTINGS' = 'SETTINGS';

  const open = (next: typeof page): void => {
    page = next;
    draw();
    // A dialog that the site opened meanwhile lies above this one; a question has to be seen.
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

  // Escape on a request declines it, as closing a wallet's own window does; on the settings it leads back.
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
  launcher.setAttribute('aria-label', isWaiting ? `${texts.name}: ${texts.waiting}` : `${texts.name}: ${texts.settings.title}`);
  launcher.toggleAttribute('data-waiting', isWaiting);
}

/** A choice made with the keyboard is followed by the next; where what was focused is gone or disabled, the title takes its place. */
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
