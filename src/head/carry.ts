import type { ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { carriedArrival } from '../lib/visit/tab-marks.ts';

/**
 * Returns the address of a page of ours to go on to, which carries along how this one was reached, and the login link's token. If the tab can't store
 * anything, the token goes back into the address.
 */
export function carry({ kind, linkToken }: ArrivalFound, path: string): string {
  const query = new URLSearchParams(location.search);
  const isCarried = carriedArrival.set({ path, atMs: Date.now(), kind, token: linkToken });
  if (isCarried || linkToken === undefined) return path + location.search + location.hash;
  query.set('token', linkToken);
  return `${path}?${query}${location.hash}`;
}

/** What the head script found out about how the page was reached. */
export interface ArrivalFound {
  kind: ArrivalKind;
  /** The login link's token, kept only in memory and taken once by the script that verifies it. An empty string is an empty token. */
  linkToken?: string | undefined;
  /** Whether the visit rule ends the session on this page unless the login link proves valid. */
  endsSession: boolean;
  /** The page being navigated to; nothing else should start. */
  leavingFor?: string;
  /** The device refused to store something. */
  storageRefused: boolean;
}
