import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import { $callFailure, $openCalls, type OpenCall } from '../stores/attended-calls.ts';
import { $loading, startLoading } from '../stores/loading.ts';
import { shellTexts, type ShellTexts } from './shell-texts.ts';
import { tellFailure } from './tell-failure.ts';

/** Covers the page while a call that a person started waits for the provider, and says when one failed, whichever island or store made it. */
export function startAttendingCalls(): void {
  const covers = new Map<number, () => void>();
  $openCalls.subscribe((open) => {
    for (const call of open) if (!covers.has(call.id)) covers.set(call.id, startLoading({ label: labelOf(call), cancel: call.cancel }));
    for (const [id, uncover] of covers) {
      if (open.some((call) => call.id === id)) continue;
      covers.delete(id);
      uncover();
    }
  });
  // Leaving a page breaks off what it was reading.
  let isGone = false;
  addEventListener('pagehide', () => (isGone = true));
  addEventListener('pageshow', () => (isGone = false));
  $callFailure.subscribe((failure) => {
    if (failure === null) return;
    $callFailure.set(null);
    const { error } = failure;
    const isBrokenOff = error instanceof NetworkError && (isGone || isLeaving());
    // It says only that the session it was asked with is over, and the end of a session has its own notice.
    const isSessionOver = error instanceof ApiError && error.status === 401;
    // The page has the wallet sign in again and goes on by itself.
    const isBeingMended = error instanceof ApiError && error.code === 'RECENT_SIGN_IN_REQUIRED';
    if (!isBrokenOff && !isSessionOver && !isBeingMended) void tellFailure(failure);
  });
}

function isLeaving(): boolean {
  return $loading.get().tasks.some(({ label }) => label === shellTexts().loading.page);
}

type Label = keyof Omit<ShellTexts['loading'], 'page' | 'signOut' | 'stop'>;

/** What the call is for, by its path; the first that fits. */
const LABELS: readonly [RegExp, Label][] = [
  [/\/nonce$/, 'message'],
  [/\/authenticate\//, 'signIn'],
  [/\/vote$/, 'vote'],
  [/\/wallet\/transfer$/, 'transfer'],
  [/stakingPurchase$/, 'order'],
  [/purchase/i, 'purchase'],
  [/\/claim/, 'claim'],
];

function labelOf({ method, path, movesValue }: OpenCall): string {
  const { loading } = shellTexts();
  const label = LABELS.find(([paths]) => paths.test(path))?.[1];
  if (method === 'GET') return loading[label === 'message' ? label : 'terms'];
  return loading[label ?? (movesValue ? 'order' : 'change')];
}
