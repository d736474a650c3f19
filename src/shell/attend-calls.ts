import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import { spaceAfter } from '../lib/i18n/punctuation.ts';
import { textsPart } from '../lib/i18n/texts-part.ts';
import { $callFailure, $openCalls, type CallFailure, type OpenCall } from '../stores/attended-calls.ts';
import { $loading, startLoading } from '../stores/loading.ts';
import { showToast } from '../stores/toasts.ts';
import { shellTexts, type ShellTexts } from './shell-texts.ts';

/** Loaded on the first failure, so that pages without one don't carry the texts. */
const errorTexts = textsPart<Partial<Record<string, string>>>('errors');

/** A failure reported late no longer relates to anything the person remembers. */
const PATIENCE_MS = 1_500;

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

/** Reports a failure in an error toast, in addition to the message shown in place. */
export async function tellFailure(failure: CallFailure): Promise<void> {
  const { failed } = shellTexts();
  const { error, method } = failure;
  const isChange = method === 'POST';
  const afterwards = afterwardsOf(failure);
  if (error instanceof NetworkError && !navigator.onLine) {
    showToast({ kind: 'error', title: failed.offlineTitle, detail: isChange ? afterwards : failed.offline });
  } else if (error instanceof ApiError && isRefusal(error)) {
    const title = await titleOf(error);
    const rest = isChange ? failed.unchanged : failed.again;
    showToast({ kind: 'error', title, detail: error.message === title ? rest : error.message || rest });
  } else {
    const message = error instanceof ApiError ? error.message : '';
    showToast({
      kind: 'error',
      detail: isChange ? afterwards : message || `${failed.noAnswer}${spaceAfter(failed.noAnswer)}${failed.again}`,
    });
  }
}

/** The message for a call that failed without a refusal: it may have been carried out. */
function afterwardsOf({ method, movesValue }: CallFailure): string {
  const { failed } = shellTexts();
  if (movesValue) return failed.unsure;
  return method === 'POST' ? failed.check : failed.again;
}

/** Whether the provider says that nothing was carried out. CHAIN_UNAVAILABLE counts: the chain is queried before anything is written. */
function isRefusal({ code, status }: ApiError): boolean {
  return code !== 'UNKNOWN_ERROR' && (status < 500 || code === 'CHAIN_UNAVAILABLE');
}

/** The code's meaning in the page's language; otherwise the provider's message, otherwise the default title. */
async function titleOf({ code, message }: ApiError): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const texts = await Promise.race([errorTexts.whenLoaded({ isAhead: true }), late]);
  return texts?.[code] ?? (message || undefined);
}
