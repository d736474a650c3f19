import { listQueryString, readListQuery } from '../../src/lib/announcements/list-query.ts';
import { splitLocalePath } from '../../src/lib/i18n/locale-path.ts';
import { type RequestTarget } from './request-target.ts';

/** Longer than any page's: locale, section and slug. */
const LONGEST_PATH = 200;

/**
 * The one address under which a page rendered on demand is made and kept: its path in one spelling, and of the parameters only those that this page
 * knows, in their normal form. Whatever else a client writes there makes no other page, so it must not make another render or cache entry either.
 * A login link's token never gets past here. Returns undefined where there can be no page.
 */
export function pageTarget({ decodedPath, query }: Pick<RequestTarget, 'decodedPath' | 'query'>): string | undefined {
  if (decodedPath.length > LONGEST_PATH || decodedPath.includes('//') || !decodedPath.isWellFormed()) return undefined;
  const path = decodedPath.split('/').map(encodeURIComponent).join('/');
  if (splitLocalePath(path).path !== '/announcements') return path;
  const list = readListQuery(query);
  return list && path + listQueryString(list);
}
