import MarkdownIt from 'markdown-it';
import closeBesideCjk from 'markdown-it-cjk-friendly';
import { PICTURE_ADDRESS, pictureSize } from './references.ts';

/**
 * An announcement's body as HTML that may be set into a page. The text is untrusted: raw HTML is shown as text, links lead to
 * http(s) only, pictures are the operator's own, and others are named but not loaded (they would tell their server who reads), and nothing carries a style
 * attribute, which the content security policy would refuse.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

// By CommonMark alone, emphasis doesn’t end between full-width punctuation and a Han, kana or Hangul letter: its asterisks would be shown.
markdown.use(closeBesideCjk);

markdown.validateLink = (address) => /^https?:\/\//i.test(address.trim()) || PICTURE_ADDRESS.test(address);

/** The h1 is the page's title. */
markdown.core.ruler.push('headings-below-title', ({ tokens }) => {
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2';
});

/** Table cells are aligned by a style attribute; replaces it with a class. */
markdown.core.ruler.push('alignment-as-class', ({ tokens }) => {
  for (const token of tokens) {
    const style = token.attrGet('style');
    if (style === null) continue;
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
    if (String(style).endsWith('right')) token.attrJoin('class', 'r');
  }
});

markdown.core.ruler.push('links-to-others', ({ tokens }) => {
  for (const { children } of tokens) {
    for (const token of children ?? []) if (token.type === 'link_open') token.attrSet('rel', 'nofollow noopener');
  }
});

/** Its size keeps the picture's place in the text free until it's there, which may be late: it is fetched when the reader comes near. */
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const words = markdown.utils.escapeHtml(token?.content ?? '');
  const address = String(token?.attrGet('src') ?? '');
  const size = pictureSize(String(token?.attrGet('title') ?? ''));
  if (size === undefined || !PICTURE_ADDRESS.test(address)) return words;
  return `<img src="${address}" alt="${words}" width="${size.width}" height="${size.height}" loading="lazy" decoding="async">`;
};
/** Wide tables scroll in a frame of their own, reachable by keyboard; the page never does. */
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
