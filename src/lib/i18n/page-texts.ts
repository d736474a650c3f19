import i18next, { type CustomTypeOptions } from 'i18next';
import type { LanguageCode } from './languages.ts';
import type { Namespace } from './namespaces.ts';

/** A namespace's texts as the browser gets them: nested, with their `{{placeholders}}`. */
export type Texts<N extends Namespace> = CustomTypeOptions['resources'][N];

/** An island's texts as props: whole parts of one namespace in one language. Server only: i18next never reaches the browser. */
export function pageTexts<N extends Namespace, K extends keyof Texts<N>>(
  language: LanguageCode,
  namespace: N,
  ...parts: K[]
): Pick<Texts<N>, K> {
  const bundle = i18next.getResourceBundle(language, namespace) as Texts<N> | undefined;
  if (!bundle) throw new Error(`no texts for ${language}/${namespace}`);
  return Object.fromEntries(parts.map((part) => [part, bundle[part]])) as Pick<Texts<N>, K>;
}
