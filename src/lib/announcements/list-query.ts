import type { AnnouncementCategory } from '../api/contract/dashboard.ts';

/** What the address of the list asks for. */
export interface ListQuery {
  page: number;
  category: AnnouncementCategory | undefined;
}

export const announcementCategories: readonly AnnouncementCategory[] = ['NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT'];

/** Reads `?category=maintenance&page=2`; undefined when it names a page or a category that cannot exist. */
export function readListQuery(parameters: URLSearchParams): ListQuery | undefined {
  const page = parameters.get('page') ?? '1';
  const name = parameters.get('category');
  const category = announcementCategories.find((known) => known.toLowerCase() === name);
  if (!/^[1-9]\d{0,4}$/.test(page) || (name !== null && !category)) return undefined;
  return { page: Number(page), category };
}

/** The address's query for a page of a list; the first page of all has none. */
export function listQueryString({ page, category }: ListQuery): string {
  const parameters = new URLSearchParams();
  if (category) parameters.set('category', category.toLowerCase());
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
