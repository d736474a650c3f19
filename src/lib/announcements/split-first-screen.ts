/** More than a phone shows at once. */
const FIRST_SCREEN_CHARACTERS = 1_200;

/**
 * Splits the HTML of `renderMarkdown` after about a screen, between two blocks where an element may stand that shows nothing: after a paragraph that another
 * one or a heading follows. A short text, or one without such a place, isn't split.
 */
export function splitFirstScreen(html: string): [first: string, rest: string] {
  for (const { index, 0: end } of html.matchAll(/<\/p>\n(?=<(?:p|h[2-6])\b)/g)) {
    const at = index + end.length;
    if (at >= FIRST_SCREEN_CHARACTERS) return [html.slice(0, at), html.slice(at)];
  }
  return [html, ''];
}
