const UNSEEN = /[\p{Mn}\p{Me}\p{Cf}]/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;

/** How wide a text is in Latin letters: an ideograph takes the place of two, a mark above a letter none. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((width, letter) => width + (UNSEEN.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1), 0);
}
