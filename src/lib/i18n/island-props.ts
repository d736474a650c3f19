import i18next from 'i18next';
import { languageOf, type LanguageCode } from './languages.ts';
import type { Namespace } from './namespaces.ts';
import type { Texts } from './page-texts.ts';

/** Some of the texts of a part; nothing else is sent to the browser. */
type Some<Part> = Part extends string ? Part : { readonly [Name in keyof Part]?: Some<Part[Name]> };
export type IslandTexts = { readonly [N in Namespace]?: Some<Texts<N>> };

/** What a page gives to each of its islands. */
export interface IslandProps {
  /** BCP 47 locale to format numbers and dates in. */
  locale: string;
  texts?: IslandTexts;
}

/** `claim`, or `claim.title` where an island shows no more of it. */
type Path<Part> = { [Name in keyof Part & string]: Part[Name] extends string ? Name : Name | `${Name}.${Path<Part[Name]>}` }[keyof Part &
  string];
type Wanted = { readonly [N in Namespace]?: readonly Path<Texts<N>>[] };

/** An island's props: the texts that its components use, in the page's language. Server only: i18next never reaches the browser. */
export function islandProps(language: LanguageCode, wanted: Wanted): Required<IslandProps> {
  const parts = Object.entries(wanted).map(([namespace, paths]) => {
    const bundle = i18next.getResourceBundle(language, namespace) as Tree | undefined;
    if (!bundle) throw new Error(`no texts for ${language}/${namespace}`);
    return [namespace, pick(bundle, paths)];
  });
  return { locale: languageOf(language).locale, texts: Object.fromEntries(parts) as IslandTexts };
}

interface Tree {
  readonly [name: string]: string | Tree;
}

function pick(tree: Tree, paths: readonly string[]): Tree {
  const byName = Object.groupBy(paths, (path) => path.split('.', 1)[0] ?? '');
  const picked: Record<string, string | Tree> = {};
  for (const [name, within = []] of Object.entries(byName)) {
    const part = tree[name];
    if (part === undefined) throw new Error(`no text ${name}`);
    const isWhole = typeof part === 'string' || within.includes(name);
    picked[name] = isWhole
      ? part
      : pick(
          part,
          within.map((path) => path.slice(name.length + 1)),
        );
  }
  return picked;
}
