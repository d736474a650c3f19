import { languageCodes, type LanguageCode } from './language-codes.ts';

export interface LocalePath {
  language: LanguageCode;
  /** The path without its locale segment; `/` for the landing page. */
  path: string;
}

/**
 * `/zh/home/` → Chinese, `/home`. English has no segment. A trailing slash is dropped: the canonical path has none. The path starts with
 * one slash: gone to as it stands, the `//other.example` of `/zh//other.example` would be somebody else's site.
 */
export function splitLocalePath(pathname: string): LocalePath {
  const [, segment = '', ...rest] = pathname.split('/');
  const language = languageCodes.find((code) => code === segment && code !== 'en');
  const path = language ? `/${rest.join('/')}` : pathname;
  return { language: language ?? 'en', path: path.replace(/\/+$/, '').replace(/^\/*/, '/') };
}

/** Chinese, `/home` → `/zh/home`. Takes a path without a locale segment. */
export function localePath(language: LanguageCode, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}
