import { atom } from 'nanostores';
import { dropKeptToast, keepShownToasts } from '../lib/session/kept-toasts.ts';

/** A toast's content. An error without a title gets "Internal Server Error" in the page's language. */
export type ToastContent =
  | { kind: 'success'; message: string }
  | { kind: 'error'; title?: string | undefined; detail: string }
  | { kind: 'info'; title: string; text: string };

export interface Toast {
  id: number;
  content: ToastContent;
}

export const TOAST_MS = 2_000;

/** Visible toasts, oldest first. At most one error and one info; successes stack. */
export const $toasts = atom<readonly Toast[]>([]);

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAtMs: number;
  leftMs: number;
}

const countdowns = new Map<number, Countdown>();
let lastId = 0;

/** Shows a toast for 2 s; a new error or info replaces the previous one. */
export function showToast(content: ToastContent): number {
  const toast: Toast = { id: ++lastId, content };
  for (const shown of $toasts.get()) if (content.kind !== 'success' && shown.content.kind === content.kind) dismissToast(shown.id);
  $toasts.set([...$toasts.get(), toast]);
  countdowns.set(toast.id, { timer: undefined, startedAtMs: 0, leftMs: TOAST_MS });
  resumeToast(toast.id);
  return toast.id;
}

export function dismissToast(id: number): void {
  stop(id);
  const toast = $toasts.get().find((shown) => shown.id === id);
  if (!toast) return;
  // The page wasn't left after all, and the toast has been read here.
  dropKeptToast(toast.content);
  $toasts.set($toasts.get().filter((shown) => shown !== toast));
}

/** Keeps a toast while it is hovered or focused. */
export function pauseToast(id: number): void {
  const countdown = countdowns.get(id);
  if (!countdown || countdown.timer === undefined) return;
  clearTimeout(countdown.timer);
  countdown.timer = undefined;
  countdown.leftMs -= Date.now() - countdown.startedAtMs;
}

export function resumeToast(id: number): void {
  const countdown = countdowns.get(id);
  if (!countdown || countdown.timer !== undefined) return;
  countdown.startedAtMs = Date.now();
  countdown.timer = setTimeout(() => dismissToast(id), Math.max(countdown.leftMs, 0));
}

/** Called when the page is left: toasts visible for less than half their time are shown on the next page too. */
export function keepForNextPage(): void {
  const unread = $toasts.get().filter(({ id }) => leftMs(id) > TOAST_MS / 2);
  keepShownToasts(unread.map(({ content }) => content));
}

/** Called when the page is gone: if it's restored from the back/forward cache, its toasts are outdated. */
export function forgetToasts(): void {
  for (const { id } of $toasts.get()) stop(id);
  $toasts.set([]);
}

function leftMs(id: number): number {
  const countdown = countdowns.get(id);
  if (!countdown) return 0;
  return countdown.timer === undefined ? countdown.leftMs : countdown.leftMs - (Date.now() - countdown.startedAtMs);
}

function stop(id: number): void {
  clearTimeout(countdowns.get(id)?.timer);
  countdowns.delete(id);
}
