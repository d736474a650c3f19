import i18next, { type TFunction } from 'i18next';
import type { LanguageCode } from './languages.ts';
import type { Namespace } from './namespaces.ts';

/** Texts in one language, on the server. Don't use i18next's global `t`: its language is whatever the last request set. */
export function translator<N extends Namespace>(language: LanguageCode, namespace: N): TFunction<N> {
  return i18next.getFixedT(language, namespace);
}
