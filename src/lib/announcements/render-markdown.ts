import MarkdownIt from 'markdown-it';

/**
 * An announcement's body as HTML that is safe to insert. The text is untrusted: raw HTML is shown as text, links go to http(s) only, images are named but
 * not loaded (they would tell their server who reads), and nothing has a style attribute, which the content security policy would refuse.
 */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

markdown.validateLink = (address) => /^https?:\/\//i.test(address.trim());

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

markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '');
/** Wide tables scroll in their own frame, reachable by keyboard, so that the page doesn't. */
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
