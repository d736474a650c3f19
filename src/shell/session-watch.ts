import { localePath } from '../lib/i18n/locale-path.ts';
import { keepToast } from '../lib/session/kept-toasts.ts';
import { keptUser, sessionInTab } from '../lib/session/kept-session.ts';
import { isLanding, leaveFor } from '../lib/visit/leave-for.ts';
import { leftToast } from '../lib/visit/tab-marks.ts';
import { pageLanguage } from '../stores/page-language.ts';
import { $isLinkPending, $sessionEnd, $token, $user } from '../stores/session.ts';
import { showKept } from './toasts.ts';

/**
 * Follows the session across tabs. A member page without a session goes to the landing page, as does any page whose call the provider
 * refused with 401 or 403. A page that now belongs to another member reloads, so that nobody sees two members' figures.
 */
export function startSessionWatch(): void {
  let last = $token.get();
  let lastMember = storedMember();
  $token.listen((token) => {
    const before = last;
    const memberBefore = lastMember;
    last = token;
    lastMember = storedMember();
    if (token === before || $isLinkPending.get()) return;
    if (token === undefined) onEnded();
    else onBegun(before !== undefined && (memberBefore === undefined || memberBefore !== lastMember));
  });
  // A page of another version may store the token before the member.
  $user.listen(() => {
    const memberBefore = lastMember;
    lastMember = storedMember() ?? memberBefore;
    if (last !== undefined && !$isLinkPending.get() && memberBefore !== undefined && lastMember !== memberBefore) onBegun(true);
  });
  // Another tab ended it between the head script and this one.
  if (last === undefined && document.documentElement.dataset.session === 'in') onEnded();
}

/** Reads the storage, where the member is written before the token: the user store may hear of it after the token store. */
function storedMember(): string | undefined {
  return keptUser.get()?.id;
}

function onEnded(): void {
  sessionInTab.set(null);
  if (leftToast.get() === null) keepToast({ kind: 'info', key: 'signedOut' });
  const isLeft = isMemberPage() || ($sessionEnd.get() === 'EXPIRED' && !isLanding());
  if (isLeft) leaveFor(localePath(pageLanguage(), '/'), { replace: true });
  else showKept();
}

function onBegun(isAnother: boolean): void {
  sessionInTab.set('1');
  if (isAnother && isMemberPage()) leaveFor(location.pathname + location.search, { replace: true });
}

function isMemberPage(): boolean {
  return document.documentElement.dataset.access === 'member';
}
