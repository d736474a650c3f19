import { leftToast } from '../visit/tab-marks.ts';
import { forgetCached } from './forget-cached.ts';
import { forgetSession } from './kept-session.ts';

/** Why a session ended; the shell has a text for each reason. */
export type SessionEnd = 'VISIT' | 'LOGOUT' | 'EXPIRED' | 'WALLET_CHANGED';

/**
 * Clears the session and all cached personal data. What a payment in flight needs (followed transactions, form drafts, idempotency keys) is
 * stored per member under other keys and remains.
 */
export function endSession(reason: SessionEnd): void {
  forgetSession();
  forgetCached();
  if (reason !== 'LOGOUT') leftToast.set(JSON.stringify({ kind: 'info', key: reason }));
}
