import type { AnnouncementCategory } from '../api/contract/dashboard.ts';

/** The list's parameters in the URL. */
export interface ListQuery {
  page: number;
  category: AnnouncementCategory | undefined;
  /** The search text. */
  search?: string | undefined;
}

export const announcementCategories: readonly AnnouncementCategory[] = ['NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT'];
export const LONGEST_SEARCH = 80;

/** Parses `?q=fees&category=maintenance&page=2`; undefined if the page or category can't exist, or the search text is too long. */
export function readListQuery(parameters: URLSearchParams): ListQuery | undefined {
  const page = parameters.get('page') ?? '1';
  const name = parameters.get('category');
  const search = (parameters.get('q') ?? '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const category = announcementCategories.find((known) => known.toLowerCase() === name);
  if (!/^[1-9]\d{0,4}$/.test(page) || (name !== null && !category)) return undefined;
  if (search.length > LONGEST_SEARCH || !search.isWellFormed()) return undefined;
  return { page: Number(page), category, ...(search !== '' && { search }) };
}

/** The query string for a page of a list; empty for the first page of all. */
export function listQueryString({ page, category, search }: ListQuery): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set('q', search);
  if (category) parameters.set('category', category.toLowerCase());
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
