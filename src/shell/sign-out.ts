import { logout } from '../lib/api/contract/logout.ts';
import { callApi } from '../stores/api.ts';
import { startLoading } from '../stores/loading.ts';
import { endSession } from '../stores/session.ts';
import { shellTexts } from './shell-texts.ts';

/** The provider is informed with best effort; signing out waits no longer than this. */
const PATIENCE_MS = 1_500;

/** Ends the session, at the provider and on this device. */
export async function signOut(): Promise<void> {
  const stopLoading = startLoading({ label: shellTexts().loading.signOut });
  const told = callApi(logout, {}, { outlivesPage: true, attention: 'none' }).catch(() => {
    // The provider lacks the call or doesn't respond: the token expires anyway.
  });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  stopLoading();
  endSession('LOGOUT');
}
