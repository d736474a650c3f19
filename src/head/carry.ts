import { carriedArrival } from '../lib/visit/tab-marks.ts';
import type { ArrivalFound } from './arrival-found.ts';

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
