import { tabStorage } from '../storage/safe-storage.ts';
import { tabKeys } from '../storage/storage-keys.ts';

/** A toast raised while leaving a page, by text key (the head script has no texts) or with its text. */
export type KeptToast = Readonly<Record<string, unknown>>;

/** Stores a toast for the next page of this tab; false if the tab can't store it. */
export function keepToast(toast: KeptToast): boolean {
  return tabStorage.set(tabKeys.toast, JSON.stringify([...parse(tabStorage.get(tabKeys.toast)), toast]));
}

/** Stores the visible toasts before those raised for the next page: of two of the same kind, the later one is shown. */
export function keepShownToasts(shown: readonly KeptToast[]): void {
  const texts = shown.map((toast) => JSON.stringify(toast));
  const others = parse(tabStorage.get(tabKeys.toast)).filter((toast) => !texts.includes(JSON.stringify(toast)));
  if (shown.length > 0) tabStorage.set(tabKeys.toast, JSON.stringify([...shown, ...others]));
}

/** Returns and removes the toasts left by the previous page. */
export function takeKeptToasts(): KeptToast[] {
  return parse(tabStorage.take(tabKeys.toast));
}

/** Removes a stored toast that was shown here after all. */
export function dropKeptToast(toast: KeptToast): void {
  const kept = parse(tabStorage.get(tabKeys.toast));
  const text = JSON.stringify(toast);
  const left = kept.filter((other) => JSON.stringify(other) !== text);
  if (left.length === kept.length) return;
  if (left.length === 0) tabStorage.remove(tabKeys.toast);
  else tabStorage.set(tabKeys.toast, JSON.stringify(left));
}

/** The head script stores a single toast, later scripts store lists. */
function parse(text: string | null): KeptToast[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.filter((toast): toast is KeptToast => typeof toast === 'object' && toast !== null);
  } catch {
    return [];
  }
}
