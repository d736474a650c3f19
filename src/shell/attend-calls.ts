import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import { $callFailure, $openCalls, type OpenCall } from '../stores/attended-calls.ts';
import { $loading, startLoading } from '../stores/loading.ts';
import { shellTexts, type ShellTexts } from './shell-texts.ts';
import { tellFailure } from './tell-failure.ts';

/** Covers the page while a call started by the member is pending, and reports failures, whichever island or store made the call. */
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
  // Leaving a page aborts its requests.
  let isGone = false;
  addEventListener('pagehide', () => (isGone = true));
  addEventListener('pageshow', () => (isGone = false));
  $callFailure.subscribe((failure) => {
    if (failure === null) return;
    $callFailure.set(null);
    const { error } = failure;
    const isBrokenOff = error instanceof NetworkError && (isGone || isLeaving());
    // It only means that its session is over, and the end of a session has its own notice.
    const isSessionOver = error instanceof ApiError && error.status === 401;
    // The page asks the wallet and then resumes.
    const isBeingMended = error instanceof ApiError && (error.code === 'RECENT_SIGN_IN_REQUIRED' || error.code === 'INTENT_REQUIRED');
    if (!isBrokenOff && !isSessionOver && !isBeingMended) void tellFailure(failure);
  });
}

function isLeaving(): boolean {
  return $loading.get().tasks.some(({ label }) => label === shellTexts().loading.page);
}

type Label = keyof Omit<ShellTexts['loading'], 'page' | 'signOut' | 'stop'>;

/** What a call is for, by its path; the first match wins. */
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
