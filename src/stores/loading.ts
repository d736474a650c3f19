import { atom } from 'nanostores';

/** What the person is waiting for, for example "Signing in". */
export interface LoadingTask {
  label: string;
  /** Cancels the action. */
  cancel?: (() => void) | undefined;
}

export interface Loading {
  /** Pending tasks, oldest first; nothing is loading if empty. */
  tasks: readonly LoadingTask[];
  /** Set after a short delay, so that quick tasks don't flash. */
  isShown: boolean;
  /** Set after 15 s: the person may cancel. */
  isCancellable: boolean;
}

export const BLINK_MS = 100;
export const CANCELLABLE_AFTER_MS = 15_000;

const IDLE: Loading = { tasks: [], isShown: false, isCancellable: false };

export const $loading = atom<Loading>(IDLE);

let blink: ReturnType<typeof setTimeout> | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;

/** Covers the page until the returned function is called, the person cancels, or the page is restored. */
export function startLoading(task: LoadingTask): () => void {
  const { tasks } = $loading.get();
  $loading.set({ ...$loading.get(), tasks: [...tasks, task] });
  if (tasks.length === 0) startTimers();
  return () => {
    const left = $loading.get().tasks.filter((other) => other !== task);
    if (left.length === 0) clearLoading();
    else $loading.set({ ...$loading.get(), tasks: left });
  };
}

/** Cancels every action and uncovers the page. */
export function cancelLoading(): void {
  const { tasks } = $loading.get();
  clearLoading();
  for (const { cancel } of tasks) cancel?.();
}

export function clearLoading(): void {
  clearTimeout(blink);
  clearTimeout(patience);
  $loading.set(IDLE);
}

function startTimers(): void {
  blink = setTimeout(() => $loading.set({ ...$loading.get(), isShown: true }), BLINK_MS);
  patience = setTimeout(() => $loading.set({ ...$loading.get(), isCancellable: true }), CANCELLABLE_AFTER_MS);
}
