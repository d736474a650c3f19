import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync('src/styles/headline-font.css', 'utf8');
const ranges = [...css.matchAll(/U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?/g)].map(([, from = '', to = from]) =>
  [from, to].map((hex) => parseInt(hex, 16)),
);

it.each(['en', 'de', 'it', 'id', 'vn'])('the headline’s font has all letters of %s', (language) => {
  const { hero } = JSON.parse(readFileSync(`public/locales/${language}/landing.json`, 'utf8')) as { hero: { title: string } };
  const lacking = Array.from(hero.title).filter(
    (letter) => !ranges.some(([from = 0, to = 0]) => from <= letter.charCodeAt(0) && letter.charCodeAt(0) <= to),
  );
  // Subset Archivo anew for the new letters, at weight 330 (HarfBuzz's hb-subset, or fonttools), and name them in the file.
  expect(lacking).toEqual([]);
});
