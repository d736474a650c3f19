import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pageTarget, readTarget } from '../../../server/site/request-target.ts';

function targetOf(url: string): string | undefined {
  const target = readTarget(url);
  if ('refused' in target) throw new Error(`${url} is refused`);
  return pageTarget(target);
}

test.each([
  ['/?page=1', '/'],
  ['/?page=2&token=secret', '/'],
  ['/zh?category=news', '/zh'],
  ['/announcements/summer?page=3', '/announcements/summer'],
  ['/announcements/s%75mmer', '/announcements/summer'],
  ['/announcements?page=1&utm_source=x', '/announcements'],
  ['/announcements?page=2&category=news', '/announcements?category=news&page=2'],
  ['/zh/announcements?category=news&page=2', '/zh/announcements?category=news&page=2'],
  ['/%61nnouncements?page=7', '/announcements?page=7'],
  ['/announcements?page=0', undefined],
  ['/announcements?page=02', undefined],
  ['/announcements?page=9999999', undefined],
  ['/announcements?category=nonsense', undefined],
  [`/announcements/${'x'.repeat(300)}`, undefined],
  ['/announcements//summer', undefined],
])('%s is made and kept as %s', (url, expected) => {
  expect(targetOf(url)).toBe(expected);
});

test('a page has one address, whatever parameters are added', () => {
  const name = fc.string({ minLength: 1, maxLength: 8 }).filter((each) => each.isWellFormed());
  fc.assert(
    fc.property(fc.constantFrom('/', '/zh', '/announcements/summer', '/reserves.json'), fc.dictionary(name, name), (path, parameters) => {
      expect(targetOf(`${path}?${new URLSearchParams(parameters).toString()}`)).toBe(path);
    }),
  );
});
