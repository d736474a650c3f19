import MarkdownIt from 'markdown-it';

export interface References {
  pictures: { address: string; title: string; asWritten: string }[];
  /** Addresses, as CommonMark reads them. */
  links: string[];
}

const markdown = new MarkdownIt({ html: false });
// Whatever its author meant as a link or picture, also what `renderMarkdown` would show as text.
markdown.validateLink = () => true;

/** Everything that a text points to. */
export function referencesOf(text: string): References {
  const found: References = { pictures: [], links: [] };
  for (const { children } of markdown.parse(text, {})) {
    for (const token of children ?? []) {
      if (token.type === 'link_open') found.links.push(String(token.attrGet('href') ?? ''));
      if (token.type !== 'image') continue;
      const [address, title] = [String(token.attrGet('src') ?? ''), String(token.attrGet('title') ?? '')];
      found.pictures.push({ address, title, asWritten: `![${token.content}](${address}${title === '' ? '' : ` "${title}"`})` });
    }
  }
  return found;
}
