import { UPDATE_SUSPECTED } from '../lib/visit/suspect-update.ts';
import { isPopoverOpen, onDialogs, raise } from '../shell/top-layer.ts';

const SUSPICIOUS = [UPDATE_SUSPECTED, 'unhandledrejection'];

/**
 * Says that a new version is here, with a link that loads it, where something failed and the page as the site serves it now is of another build.
 * `build` is part of every page. In an inline script, because an outdated page may not be able to fetch anything more.
 */
export function watchForUpdate(build: string): void {
  let isLooking = false;
  const check = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    if (await isOutdated(build)) show();
    isLooking = false;
  };
  for (const type of SUSPICIOUS) addEventListener(type, () => void check());
}

async function isOutdated(build: string): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(build);
  } catch {
    // Offline, it can't tell, and a reload would fail.
    return false;
  }
}

function show(): void {
  const notice = document.getElementById('update-notice');
  if (!notice || isPopoverOpen(notice)) return;
  // Loading anew is what helps, also with what is missing.
  document.getElementById('missing-notice')?.remove();
  raise(notice);
  onDialogs(() => raise(notice));
}
