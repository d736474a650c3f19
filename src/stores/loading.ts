import { atom } from 'nanostores';

/** What the person waits for, as one says it: "Signing in". */
export interface LoadingTask {
  label: string;
  /** Calls the action off. */
  cancel?: (() => void) | undefined;
}

export interface Loading {
  /** What is waited for, oldest first; nothing is loading when empty. */
  tasks: readonly LoadingTask[];
  /** Shown after a blink, so that quick things do not flash. */
  isShown: boolean;
  /** After 15 s the person may leave it. */
  isCancellable: boolean;
}

export const BLINK_MS = 100;
export const CANCELLABLE_AFTER_MS = 15_000;

const IDLE: Loading = { tasks: [], isShown: false, isCancellable: false };

export const $loading = atom<Loading>(IDLE);

let blink: ReturnType<typeof setTimeout> | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;

/** Covers the page until the function it gives back is called, the person cancels, or the page comes back. */
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

/** The person has waited long enough: every action is called off and the page uncovered. */
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
