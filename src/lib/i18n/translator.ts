import i18next, { type TFunction } from 'i18next';
import type { LanguageCode } from './languages.ts';
import type { Namespace } from './namespaces.ts';

/** Texts in one language, on the server. Never i18next's global `t`: its language belongs to whoever asked last. */
export function translator<N extends Namespace>(language: LanguageCode, namespace: N): TFunction<N> {
  return i18next.getFixedT(language, namespace);
}
