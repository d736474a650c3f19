import { localePath } from '../lib/i18n/locale-path.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { returnTo } from '../lib/visit/tab-marks.ts';
import { pageLanguage } from './page-language.ts';

/** After signing in, goes to the page requested first, or else to the dashboard. */
export function goToLandingPage(): void {
  const home = localePath(pageLanguage(), '/home');
  leaveFor(returnTo.take() ?? home, { fallback: home });
}
