import { NOTHING_KEPT } from '../lib/session/kept-session.ts';
import { takeKeptToasts, type KeptToast } from '../lib/session/kept-toasts.ts';
import { hasLocalStorage, keptInTab } from '../lib/storage/kept.ts';
import { $storageFault, whenLoaded } from '../stores/persistence.ts';
import { $toasts, dismissToast, pauseToast, resumeToast, showToast, type Toast, type ToastContent } from '../stores/toasts.ts';
import { icon } from './icon.ts';
import { shellTexts } from './shell-texts.ts';
import { onDialogs, raise } from './top-layer.ts';

/** Set once the page has said that this device stores nothing. */
const storageFaultSaid = keptInTab('jufi:storage-fault-said');

/** Renders toasts at the top right, above any open dialog, and shows those left by the previous page. */
export function startToasts(): void {
  const container = findContainer();
  const drawn = new Map<number, HTMLElement>();
  $toasts.subscribe((toasts) => {
    for (const [id, element] of drawn) {
      if (toasts.some((toast) => toast.id === id)) continue;
      element.remove();
      drawn.delete(id);
    }
    if (toasts.length === 0) {
      if (container.matches(':popover-open')) container.hidePopover();
      return;
    }
    raise(container);
    for (const toast of toasts) {
      if (drawn.has(toast.id)) continue;
      const element = draw(toast);
      drawn.set(toast.id, element);
      container.append(element);
    }
  });
  onDialogs(() => {
    if ($toasts.get().length > 0) raise(container);
  });
  addEventListener('pageshow', showKept);
  showKept();
  sayStorageFault();
}

function findContainer(): HTMLElement {
  const container = document.getElementById('toasts');
  if (!container) throw new Error('the page has no #toasts');
  return container;
}

const LOOKS = {
  success: { icon: 'check', className: 'toast toast-pos', role: 'status' },
  error: { icon: 'alert', className: 'toast toast-neg', role: 'alert' },
  info: { icon: 'info', className: 'toast', role: 'status' },
} as const;

function draw(toast: Toast): HTMLElement {
  const look = LOOKS[toast.content.kind];
  const element = document.createElement('div');
  element.className = look.className;
  element.setAttribute('role', look.role);
  element.tabIndex = 0;
  const [title, text] = wordsOf(toast.content);
  const head = document.createElement('b');
  head.textContent = title;
  element.append(icon(look.icon), head);
  if (text !== undefined) {
    const body = document.createElement('p');
    body.textContent = text;
    element.append(body);
  }
  const pause = (): void => pauseToast(toast.id);
  const resume = (): void => {
    if (!element.matches(':hover, :focus-within')) resumeToast(toast.id);
  };
  element.addEventListener('pointerenter', pause);
  element.addEventListener('focusin', pause);
  element.addEventListener('pointerleave', resume);
  element.addEventListener('focusout', () => queueMicrotask(resume));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // Don't close the dialog below it.
    event.preventDefault();
    event.stopPropagation();
    dismissToast(toast.id);
  });
  return element;
}

function wordsOf(content: ToastContent): [title: string, text?: string] {
  switch (content.kind) {
    case 'success':
      return [content.message];
    case 'error':
      return [content.title ?? shellTexts().errorTitle, content.detail];
    case 'info':
      return [content.title, content.text];
  }
}

/** Shows what the previous page kept for this one. */
export function showKept(): void {
  for (const kept of takeKeptToasts()) showKeptToast(kept);
}

/** Uses the texts of its key if the head script or the end of a session left it, otherwise its own words. */
export function showKeptToast(toast: KeptToast): void {
  if (!('key' in toast)) {
    showToast(toast);
    return;
  }
  const keyed = textOfKey(toast.key);
  if (keyed && toast.kind === 'error') showToast({ kind: 'error', title: keyed.title, detail: toast.text ?? keyed.text });
  else if (keyed) showToast({ kind: 'info', ...keyed });
}

function textOfKey(key: string): { title: string; text: string } | undefined {
  const { notices } = shellTexts();
  return Object.hasOwn(notices, key) ? notices[key as keyof typeof notices] : undefined;
}

/** Says it once per tab; if the tab can't store anything either, once per visit; if it redirected from a member page, always. */
function sayStorageFault(): void {
  const isReason = location.hash === NOTHING_KEPT;
  if (isReason) history.replaceState(history.state, '', location.pathname + location.search);
  const say = (): void => {
    const isNew = storageFaultSaid.get() === null && (storageFaultSaid.set('1') || isReason || window.jufiArrival?.kind === 'visit');
    if (isNew) void sayWhatIsKept();
  };
  if (isReason || window.jufiArrival?.storageRefused) say();
  else $storageFault.subscribe((fault) => fault && say());
}

/** Without localStorage the settings may still be stored, which only loading them shows. */
async function sayWhatIsKept(): Promise<void> {
  const { storage, settingsOnly } = shellTexts().notices;
  await whenLoaded;
  const areSettingsKept = !hasLocalStorage() && $storageFault.get() === null;
  showToast({ kind: 'info', ...(areSettingsKept ? settingsOnly : storage) });
}
