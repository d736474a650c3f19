import { languages, type LanguageCode } from './languages.ts';

/** For `getStaticPaths` of a `[...locale]` page: English without a segment, all others with theirs. */
export function staticLocales(): { params: { locale: string | undefined }; props: { language: LanguageCode } }[] {
  return languages.map(({ code }) => ({ params: { locale: code === 'en' ? undefined : code }, props: { language: code } }));
}
