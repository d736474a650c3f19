import { localePath } from '../lib/i18n/locale-path.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { tabKeys } from '../lib/storage/storage-keys.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { pageLanguage } from './page-language.ts';

/** After signing in, goes to the page requested first, or else to the dashboard. */
export function goToLandingPage(): void {
  const home = localePath(pageLanguage(), '/home');
  leaveFor(tabStorage.take(tabKeys.returnTo) ?? home, { fallback: home });
}
