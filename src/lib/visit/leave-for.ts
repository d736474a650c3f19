import { markInApp } from './mark-in-app.ts';

/** Sent to the window when a script of ours leaves the page, so that the loader knows. */
export const LEAVE_EVENT = 'jufi:leave';

/** Sent to the window before this page is loaded anew: what is filled in has to be there again. */
export const KEEP_EVENT = 'jufi:keep';

/** As a link to this page would: what the browser calls a reload is a visit, and ends the session. With a hash it would only scroll. */
export function loadAnew(): void {
  dispatchEvent(new Event(KEEP_EVENT));
  leaveFor(location.pathname + location.search, { replace: true });
}

/** Goes to a page of ours by script: no visit, so it does not end the session. Anything that is not our own origin leads to the fallback. */
export function leaveFor(address: string, { replace = false, fallback = '/' }: { replace?: boolean; fallback?: string } = {}): void {
  const safe = sameOriginAddress(address) ?? fallback;
  markInApp(new URL(safe, location.origin).pathname);
  dispatchEvent(new Event(LEAVE_EVENT));
  if (replace) location.replace(safe);
  else location.assign(safe);
}

/** Path, query and hash of an address on this origin; undefined for anything else, `//evil.example` and `javascript:` among it. */
export function sameOriginAddress(address: string, origin: string = location.origin): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  // `/.//other.example/` is of this origin, and its path alone would not be.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined;
}
