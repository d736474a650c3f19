import { showToast } from '../stores/toasts.ts';
import { shellTexts } from './shell-texts.ts';

/**
 * Copies text that `beside` this element is shown. Browsers lack the clipboard's interface outside secure contexts and in some wallets' web views, or refuse it:
 * then it's copied as a person would, and if that fails too, the person is told so and finds the text selected.
 */
export async function copyText(text: string, beside: Element, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copySelected(text)) {
      select(text, beside);
      showToast({ kind: 'info', ...shellTexts().notCopied });
      return;
    }
  }
  showToast({ kind: 'success', message: copied });
}

/** Opens the device's share sheet, or copies where there is none or it fails. Closing the sheet shares nothing and says nothing. */
export async function shareText(shared: { text: string; url?: string }, beside: Element, copied: string): Promise<void> {
  try {
    if ('share' in navigator) {
      await navigator.share(shared);
      return;
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  await copyText(shared.url ?? shared.text, beside, copied);
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'vh';
  field.readOnly = true;
  field.value = text;
  // All outside an open dialog is inert, and can't be selected.
  (focused?.closest('dialog[open], [popover]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  // It needs no permission. It's deprecated, and will be missing one day.
  const older: { execCommand?: (command: 'copy') => boolean } = document;
  const isCopied = older.execCommand?.('copy') ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/** Selects the smallest element that shows the text, however it's grouped; what is shared as a whole, with its surroundings. */
function select(text: string, beside: Element): void {
  const whole = beside.closest('dl > div, .copy-row, .follow, .swap-run, .dlg-body, section, dialog, main');
  if (whole === null) return;
  const shown = [...whole.querySelectorAll('*')].findLast((element) => plain(element.textContent) === plain(text));
  getSelection()?.selectAllChildren(shown ?? whole);
}

const plain = (text: string): string => text.replaceAll(/\s/g, '');
