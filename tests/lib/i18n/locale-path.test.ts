import { describe, expect, it } from 'vitest';
import { localePath, splitLocalePath } from '../../../src/lib/i18n/locale-path.ts';

describe('the locale of a path', () => {
  it.each([
    ['/', 'en', '/'],
    ['/home', 'en', '/home'],
    ['/zh', 'zh', '/'],
    ['/zh/', 'zh', '/'],
    ['/zh/home/', 'zh', '/home'],
    ['/en/home', 'en', '/en/home'],
    ['/zhome', 'en', '/zhome'],
  ] as const)('%s is %s, %s', (pathname, language, path) => {
    expect(splitLocalePath(pathname)).toEqual({ language, path });
  });

  it.each(['/zh//evil.test/', '//evil.test/', '/zh////evil.test', '/zh//', '//'])(
    'of %s never leads to another site in any language',
    (pathname) => {
      const { path } = splitLocalePath(pathname);
      for (const language of ['en', 'de'] as const)
        expect(new URL(localePath(language, path), 'https://jufi.test').origin).toBe('https://jufi.test');
    },
  );
});
