import { tabStorage } from '../storage/safe-storage.ts';
import { tabKeys } from '../storage/storage-keys.ts';

/** A toast raised while leaving a page: by the key of its text (the head script knows no texts), or as it was said. */
export type KeptToast = Readonly<Record<string, unknown>>;

/** Keeps a toast for the next page of this tab; false when the tab keeps nothing. */
export function keepToast(toast: KeptToast): boolean {
  return tabStorage.set(tabKeys.toast, JSON.stringify([...parse(tabStorage.get(tabKeys.toast)), toast]));
}

/** Keeps toasts that are on screen, before those that were raised for the next page: of two of a kind the later one is shown. */
export function keepShownToasts(shown: readonly KeptToast[]): void {
  const texts = shown.map((toast) => JSON.stringify(toast));
  const others = parse(tabStorage.get(tabKeys.toast)).filter((toast) => !texts.includes(JSON.stringify(toast)));
  if (shown.length > 0) tabStorage.set(tabKeys.toast, JSON.stringify([...shown, ...others]));
}

/** What the page before left to say; read once. */
export function takeKeptToasts(): KeptToast[] {
  return parse(tabStorage.take(tabKeys.toast));
}

/** Forgets a toast that was kept and has been read here after all. */
export function dropKeptToast(toast: KeptToast): void {
  const kept = parse(tabStorage.get(tabKeys.toast));
  const text = JSON.stringify(toast);
  const left = kept.filter((other) => JSON.stringify(other) !== text);
  if (left.length === kept.length) return;
  if (left.length === 0) tabStorage.remove(tabKeys.toast);
  else tabStorage.set(tabKeys.toast, JSON.stringify(left));
}

/** The head script keeps one alone; scripts after it keep lists. */
function parse(text: string | null): KeptToast[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.filter((toast): toast is KeptToast => typeof toast === 'object' && toast !== null);
  } catch {
    return [];
  }
}
