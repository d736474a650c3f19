import { initAstroI18next, localizePath, localizeUrl } from 'astro-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../astro-i18next.config.ts';
import { languageCodes } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';

const SITE = 'https://jufi.example';
const PATHS = ['/', '/home', '/wallet/history', '/announcements/chain-upgrade', '/announcements?page=2'];

beforeAll(() => initAstroI18next({ ...config, locales: [...config.locales] }));

describe.each(languageCodes)('an address in %s', (code) => {
  it.each(PATHS)('is the same by the package as in the browser: %s', (path) => {
    expect(localizePath(path, code, '/')).toBe(localePath(code, path));
    expect(localizeUrl(SITE + path, code, '/')).toBe(new URL(localePath(code, path), SITE).href);
  });
});
