import MarkdownIt from 'markdown-it';

export interface References {
  pictures: { address: string; title: string; asWritten: string }[];
  /** Addresses, as CommonMark reads them. */
  links: string[];
}

const markdown = new MarkdownIt({ html: false });

/** A picture of the operator's own, as Markdown names it: `![What it shows](/pictures/fees.png "1200x675")`. */
export const PICTURE_ADDRESS = /^\/pictures\/[a-z0-9-]{1,80}\.(png|jpg|webp|avif)$/;

/** A larger one isn't shown. */
export const LARGEST_PICTURE_BYTES = 4 * 1024 * 1024;

const SIZE = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/;

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

/** Reads the size from a picture's title; undefined if there is none. A picture without a size would shift the text when it loads. */
export function pictureSize(title: string): { width: string; height: string } | undefined {
  const [, width, height] = SIZE.exec(title) ?? [];
  return width === undefined || height === undefined ? undefined : { width, height };
}
