import { logout } from '../lib/api/contract/logout.ts';
import { callApi } from '../stores/api.ts';
import { startLoading } from '../stores/loading.ts';
import { endSession } from '../stores/session.ts';
import { shellTexts } from './shell-texts.ts';

/** The provider is told, as well as it can be, and nobody waits long for it. */
const PATIENCE_MS = 1_500;

/** Ends the session, on the provider and on this device. */
export async function signOut(): Promise<void> {
  const stopLoading = startLoading({ label: shellTexts().loading.signOut });
  const told = callApi(logout, {}, { outlivesPage: true, attention: 'none' }).catch(() => {
    // A provider that lacks the call, or does not answer: the token ends by itself.
  });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  stopLoading();
  endSession('LOGOUT');
}
