import { languages, type LanguageCode } from './languages.ts';

/** What `getStaticPaths` of a `[...locale]` page gives: English without a segment, the others with theirs. */
export function staticLocales(): { params: { locale: string | undefined }; props: { language: LanguageCode } }[] {
  return languages.map(({ code }) => ({ params: { locale: code === 'en' ? undefined : code }, props: { language: code } }));
}
