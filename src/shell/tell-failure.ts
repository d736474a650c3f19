import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import { spaceAfter } from '../lib/i18n/punctuation.ts';
import { textsPart } from '../lib/i18n/texts-part.ts';
import type { CallFailure } from '../stores/attended-calls.ts';
import { showToast } from '../stores/toasts.ts';
import { shellTexts } from './shell-texts.ts';

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

/** Loaded on the first failure, so that pages without one don't carry the texts. */
const errorTexts = textsPart<Partial<Record<string, string>>>('errors');

/** A failure reported late no longer relates to anything the person remembers. */
const PATIENCE_MS = 1_500;
