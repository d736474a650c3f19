const PLAIN = 'ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽåƀçðéƒĝĥîĵķļɱñöþŕšţûṽŵýž';
const accents = new Map(Array.from(PLAIN, (letter, place) => [letter, Array.from(ACCENTED)[place] ?? letter]));

/**
 * English as no language writes it: `Claim` becomes `⟦Çļååîîɱ⟧`. What stands on a page without accents isn't in the locales, what stands there
 * without its brackets is cut off, and 40 % more letters are what German needs. Placeholders stay as they are.
 */
export function pseudoText(text: string): string {
  const parts = text.split(/(\{\{\s*\w+\s*\}\})/);
  const letters = parts.filter((_, place) => place % 2 === 0).join('').length;
  let missing = Math.ceil(letters * 0.4);
  const written = parts.map((part, place) =>
    place % 2 === 1
      ? part
      : Array.from(part, (letter) => {
          const accented = accents.get(letter) ?? letter;
          if (missing === 0 || !/[aeiou]/i.test(letter)) return accented;
          missing -= 1;
          return accented + accented;
        }).join(''),
  );
  return `⟦${written.join('')}${'~'.repeat(missing)}⟧`;
}
