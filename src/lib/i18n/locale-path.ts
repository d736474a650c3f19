import { type LanguageCode, languageCodes, languages } from './languages.ts';

export interface LocalePath {
  language: LanguageCode;
  /** The path without its locale segment; `/` for the landing page. */
  path: string;
}

/**
 * `/zh/home/` → Chinese, `/home`. English has no segment. Removes trailing slashes, which canonical paths don't have. The resulting path
 * starts with exactly one slash: in `/zh//other.example`, the rest `//other.example` would be another site.
 */
export function splitLocalePath(pathname: string): LocalePath {
  const segments = pathname.split('/');
  // Not `/\/+$/`, which restarts at each of thousands of slashes.
  while (segments.at(-1) === '') segments.pop();
  const language = languageCodes.find((code) => code === segments[1] && code !== 'en');
  return {
    language: language ?? 'en',
    path: segments
      .slice(language ? 2 : 0)
      .join('/')
      .replace(/^\/*/, '/'),
  };
}

/** Chinese, `/home` → `/zh/home`. Takes a path without a locale segment. */
export function localePath(language: LanguageCode, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** The language of an on-demand page's `[...locale]`. English has no segment; undefined for anything that isn't one of the others. */
export function readLocaleParam(param: string | undefined): LanguageCode | undefined {
  if (param === undefined) return 'en';
  return languageCodes.find((code) => code === param && code !== 'en');
}

/** For `getStaticPaths` of a `[...locale]` page: English without a segment, all others with theirs. */
export function staticLocales(): { params: { locale: string | undefined }; props: { language: LanguageCode } }[] {
  return languages.map(({ code }) => ({ params: { locale: code === 'en' ? undefined : code }, props: { language: code } }));
}
