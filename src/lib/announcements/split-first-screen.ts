/** With the title, the summary and the contents above it, more than a phone shows at once. */
const FIRST_SCREEN_CHARACTERS = 600;

const BETWEEN_BLOCKS = /<\/(?:p|ul|ol|pre|blockquote|div)>\n(?=<h[2-6]\b)|<\/p>\n(?=<p\b)/g;

/**
 * Splits the HTML of `renderMarkdown` after about a screen, between two blocks where an element may stand that shows nothing: before a heading, or between
 * paragraphs. A short text, or one without such a place, isn't split.
 */
export function splitFirstScreen(html: string): [first: string, rest: string] {
  for (const { index, 0: end } of html.matchAll(BETWEEN_BLOCKS)) {
    const at = index + end.length;
    if (at >= FIRST_SCREEN_CHARACTERS) return [html.slice(0, at), html.slice(at)];
  }
  return [html, ''];
}
