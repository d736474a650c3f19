import { splitLocalePath } from '../i18n/locale-path.ts';
import { markInApp } from './tab-marks.ts';

/** Dispatched to the window when one of our scripts leaves the page, so that the loader knows. */
export const LEAVE_EVENT = 'jufi:leave';

/** Dispatched to the window before this page is reloaded: filled-in forms have to be restored. */
export const KEEP_EVENT = 'jufi:keep';

/** Navigates like a link to this page: a browser reload would count as a visit and end the session. With a hash it would only scroll. */
export function loadAnew(address = location.pathname + location.search): void {
  dispatchEvent(new Event(KEEP_EVENT));
  leaveFor(address, { replace: true });
}

/** Goes to one of our pages by script; not a visit, so the session continues. Any other origin leads to the fallback. */
export function leaveFor(address: string, { replace = false, fallback = '/' }: { replace?: boolean; fallback?: string } = {}): void {
  const safe = sameOriginAddress(address) ?? fallback;
  markInApp(new URL(safe, location.origin).pathname);
  dispatchEvent(new Event(LEAVE_EVENT));
  if (replace) location.replace(safe);
  else location.assign(safe);
}

/** Path, query and hash of an address on this origin; undefined for anything else, such as `//evil.example` and `javascript:`. */
export function sameOriginAddress(address: string, origin: string = location.origin): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  // `/.//other.example/` is on this origin, but its path alone wouldn't be.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined;
}

/** Whether this is the login landing page, in any language. */
export function isLanding(): boolean {
  return splitLocalePath(location.pathname).path === '/';
}
