import { describe, expect, it } from 'vitest';
import { listQueryString, readListQuery } from '../../../src/lib/announcements/list-query.ts';

const read = (query: string): ReturnType<typeof readListQuery> => readListQuery(new URLSearchParams(query));

describe('the address of the list of announcements', () => {
  it('is the first page of all without a query', () => {
    expect(read('')).toEqual({ page: 1, category: undefined });
  });

  it('names a category and a page', () => {
    expect(read('category=maintenance&page=3')).toEqual({ page: 3, category: 'MAINTENANCE' });
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=01', 'page=', 'page=999999', 'page=x', 'category=', 'category=NEWS', 'category=other'])(
    'is no page of ours with %s',
    (query) => {
      expect(read(query)).toBeUndefined();
    },
  );

  it('ignores other parameters, such as a referral code', () => {
    expect(read('referralCode=abc')).toEqual({ page: 1, category: undefined });
  });

  it('is written in one way only, so that a page has one address', () => {
    expect(listQueryString({ page: 1, category: undefined })).toBe('');
    expect(listQueryString({ page: 2, category: 'NEWS' })).toBe('?category=news&page=2');
    expect(listQueryString({ page: 1, category: 'EVENT' })).toBe('?category=event');
  });

  it('names the search text in one spelling, and drops one that is too long', () => {
    expect(read('q=%20lower%20%20fees%0A&page=2')).toEqual({ page: 2, category: undefined, search: 'lower fees' });
    expect(read('q=')).toEqual({ page: 1, category: undefined });
    expect(read(`q=${'x'.repeat(81)}`)).toBeUndefined();
    expect(listQueryString({ page: 2, category: 'NEWS', search: 'lower fees' })).toBe('?q=lower+fees&category=news&page=2');
  });
});
