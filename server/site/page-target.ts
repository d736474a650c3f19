import { listQueryString, readListQuery } from '../../src/lib/announcements/list-query.ts';
import { splitLocalePath } from '../../src/lib/i18n/locale-path.ts';
import type { RequestTarget } from './request-target.ts';

/** Longer than any page's path: locale, section and slug. */
const LONGEST_PATH = 200;

/**
 * The canonical address under which a page is rendered and cached: its path in one spelling, and only the parameters it knows, in normal form. Other input
 * doesn't create another page, so it must not cause another render or cache entry. A login token never gets past here. Returns undefined if the page can't
 * exist.
 */
export function pageTarget({ decodedPath, query }: Pick<RequestTarget, 'decodedPath' | 'query'>): string | undefined {
  if (decodedPath.length > LONGEST_PATH || decodedPath.includes('//') || !decodedPath.isWellFormed()) return undefined;
  const path = decodedPath.split('/').map(encodeURIComponent).join('/');
  if (splitLocalePath(path).path !== '/announcements') return path;
  const list = readListQuery(query);
  return list && path + listQueryString(list);
}
