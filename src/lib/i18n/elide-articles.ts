/** `il 8%` is `l’8%` in Italian, and `del 11%` `dell’11%`: the article changes before a figure that is read with a vowel first. */
export function elideArticles(text: string): string {
  return text.replace(
    /\b(il|al|dal|del|nel|sul) (?=(?:8[\d.]*|1|11(?:\.\d{3})?)(?![\d.]))/gi,
    (_, article: string) => ELIDED[article] ?? '',
  );
}

const ELIDED: Readonly<Record<string, string>> = {
  il: 'l’',
  Il: 'L’',
  al: 'all’',
  Al: 'All’',
  dal: 'dall’',
  del: 'dell’',
  nel: 'nell’',
  sul: 'sull’',
};
