import { expect, it } from 'vitest';
import { elideArticles } from '../../../src/lib/i18n/punctuation.ts';

it.each([
  ['riceve il 20% di ogni vendita', 'riceve il 20% di ogni vendita'],
  ['riceve il 8% di ogni vendita', 'riceve l’8% di ogni vendita'],
  ['pari al 11% del prezzo', 'pari all’11% del prezzo'],
  ['del 1,5%', 'dell’1,5%'],
  ['del 1.000', 'del 1.000'],
  ['del 11.000', 'dell’11.000'],
  ['Il 80%', 'L’80%'],
  ['il 18%, il 118%', 'il 18%, il 118%'],
])('%s → %s', (text, elided) => {
  expect(elideArticles(text)).toBe(elided);
});
