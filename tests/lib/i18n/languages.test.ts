import { describe, expect, it } from 'vitest';
import { languageOf, languages, parseLanguage } from '../../../src/lib/i18n/languages.ts';

describe('languages', () => {
  it('are the required ten, left to right, English first', () => {
    expect(languages.map(({ code, tag, locale, direction }) => `${code} ${tag} ${locale} ${direction}`)).toEqual([
      'en en en-GB ltr',
      'zh zh-Hans zh-CN ltr',
      'tw zh-Hant zh-TW ltr',
      'id id id-ID ltr',
      'vn vi vi-VN ltr',
      'th th th-TH ltr',
      'kr ko ko-KR ltr',
      'jp ja ja-JP ltr',
      'it it it-IT ltr',
      'de de de-DE ltr',
    ]);
  });

  it.each(languages)('use their own locale for formatting: $code', ({ locale, tag }) => {
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
  });

  it('each have a name', () => {
    expect(new Set(languages.map(({ label }) => label)).size).toBe(10);
  });
});

describe('parseLanguage', () => {
  it.each([
    ['en', 'en'],
    ['bm', 'id'],
    ['tw', 'tw'],
    ['EN', undefined],
    ['en-GB', undefined],
    ['', undefined],
    ['null', undefined],
    ['toString', undefined],
  ])('parses %j as %s', (stored, code) => {
    expect(parseLanguage(stored)).toBe(code);
  });
});

describe('languageOf', () => {
  it('is English for an unknown code', () => {
    expect(languageOf('xx').code).toBe('en');
    expect(languageOf('kr').label).toBe('한국어');
  });
});
