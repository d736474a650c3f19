import type { WritableAtom } from 'nanostores';
import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import type { CallFailure } from '../stores/attended-calls.ts';
import { $loading } from '../stores/loading.ts';
import { pageLanguage } from '../stores/page-language.ts';
import { showToast } from '../stores/toasts.ts';
import { shellTexts } from './shell-texts.ts';

/** Says each failure in an error toast, beside what stays written where it happened. */
export function tellFailures($failure: WritableAtom<CallFailure | null>): void {
  // Leaving a page breaks off what it was reading.
  let isGone = false;
  addEventListener('pagehide', () => (isGone = true));
  addEventListener('pageshow', () => (isGone = false));
  $failure.subscribe((failure) => {
    if (failure === null) return;
    $failure.set(null);
    const { error } = failure;
    const isBrokenOff = error instanceof NetworkError && (isGone || isLeaving());
    // It says only that the session it was asked with is over, and the end of a session has its own notice.
    const isSessionOver = error instanceof ApiError && error.status === 401;
    if (!isBrokenOff && !isSessionOver) void tell(failure);
  });
}

function isLeaving(): boolean {
  return $loading.get().tasks.some(({ label }) => label === shellTexts().loading.page);
}

async function tell({ error, method, movesValue }: CallFailure): Promise<void> {
  const { failed } = shellTexts();
  const isChange = method === 'POST';
  const afterwards = movesValue ? failed.unsure : isChange ? failed.check : failed.again;
  if (error instanceof NetworkError && !navigator.onLine) {
    showToast({ kind: 'error', title: failed.offlineTitle, detail: isChange ? afterwards : failed.offline });
  } else if (error instanceof ApiError && isRefusal(error)) {
    const title = await titleOf(error);
    const rest = isChange ? failed.unchanged : failed.again;
    showToast({ kind: 'error', title, detail: error.message === title ? rest : error.message || rest });
  } else {
    const message = error instanceof ApiError ? error.message : '';
    showToast({ kind: 'error', detail: isChange ? afterwards : message || `${failed.noAnswer} ${failed.again}` });
  }
}

/** The provider's word that nothing was carried out. The chain is asked before anything is written. */
function isRefusal({ code, status }: ApiError): boolean {
  return code !== 'UNKNOWN_ERROR' && (status < 500 || code === 'CHAIN_UNAVAILABLE');
}

/** What the code means, in the page's language; else what the provider said, else the default title. */
async function titleOf({ code, message }: ApiError): Promise<string | undefined> {
  return (await errorTexts())?.[code] ?? (message || undefined);
}

let reading: Promise<Partial<Record<string, string>> | undefined> | undefined;

/** Fetched by the first failure: a page without one does not carry them. */
function errorTexts(): Promise<Partial<Record<string, string>> | undefined> {
  reading ??= fetch(`/locales/${pageLanguage()}/errors.json`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    .then((response) => (response.ok ? (response.json() as Promise<Partial<Record<string, string>>>) : undefined))
    .catch(() => {
      reading = undefined;
      return undefined;
    });
  return reading;
}

/** A failure that is told late belongs to nothing the person still remembers. */
const PATIENCE_MS = 1_500;
