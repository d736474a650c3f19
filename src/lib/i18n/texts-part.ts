import { definePart, type Part } from '../visit/define-part.ts';

/** Texts that aren't part of the page, in its language. They are the site's own files, which tests check against the English ones. */
export function textsPart<Texts>(namespace: string): Part<Texts> {
  return definePart(async () => {
    const response = await fetch(`/locales/${document.documentElement.dataset.language ?? 'en'}/${namespace}.json`);
    if (!response.ok) throw new Error(`the texts answer ${response.status}`);
    return (await response.json()) as Texts;
  });
}
