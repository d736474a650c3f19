import { z } from '../api/contract/zod.ts';
import { jsonList, keptInTab } from '../storage/kept.ts';
import { leftToast } from '../visit/tab-marks.ts';

/** A toast raised while leaving a page, by text key (the head script has no texts) or with its text. */
const keptToast = z.union([
  z.object({ kind: z.enum(['error', 'info']), key: z.string(), text: z.optional(z.string()) }),
  z.object({ kind: z.literal('success'), message: z.string() }),
  z.object({ kind: z.literal('error'), title: z.optional(z.string()), detail: z.string() }),
  z.object({ kind: z.literal('info'), title: z.string(), text: z.string() }),
]);

export type KeptToast = z.infer<typeof keptToast>;

const kept = keptInTab(leftToast.name, jsonList(keptToast));

/** Stores a toast for the next page of this tab; false if the tab can't store it. */
export function keepToast(toast: KeptToast): boolean {
  return kept.set([...(kept.get() ?? []), toast]);
}

/** Stores the visible toasts before those raised for the next page: of two of the same kind, the later one is shown. */
export function keepShownToasts(shown: readonly KeptToast[]): void {
  if (shown.length > 0) kept.set([...shown, ...without(shown)]);
}

/** Returns and removes the toasts left by the previous page. */
export function takeKeptToasts(): readonly KeptToast[] {
  return kept.take() ?? [];
}

/** Removes a stored toast that was shown here after all. */
export function dropKeptToast(toast: KeptToast): void {
  if (kept.get() === null) return;
  const left = without([toast]);
  kept.set(left.length === 0 ? null : left);
}

function without(toasts: readonly KeptToast[]): KeptToast[] {
  const texts = toasts.map(textOf);
  return (kept.get() ?? []).filter((toast) => !texts.includes(textOf(toast)));
}

function textOf(toast: KeptToast): string {
  return JSON.stringify(z.parse(keptToast, toast));
}
