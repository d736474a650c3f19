import { describe, expect, it } from 'vitest';
import { sameOriginAddress } from '../../../src/lib/visit/leave-for.ts';

describe('a navigation by script', () => {
  it('leads to a page on this origin, with its query and hash', () => {
    expect(sameOriginAddress('/zh/wallet?page=2#top', 'https://jufi.test')).toBe('/zh/wallet?page=2#top');
  });

  it.each([
    '//evil.test/',
    '/\\evil.test/',
    'https://evil.test/',
    'https://jufi.test/',
    'javascript:alert(1)',
    '',
    'home',
    '/\t/evil.test',
    '/.//evil.test/',
    '/a/..//evil.test/',
  ])('doesn’t lead to %j', (address) => {
    expect(sameOriginAddress(address, 'https://jufi.test')).toBeUndefined();
  });
});
