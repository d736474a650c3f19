export interface Article {
  html: string;
  /** The sections of a long text, for a table of contents; empty if there are few. `title` is HTML without elements. */
  contents: { id: string; title: string }[];
}

/** With fewer sections, a table of contents isn't worth its space. */
const FEWEST = 3;

/** Adds ids to the headings of `renderMarkdown`'s result, as link targets. */
export function withContents(html: string): Article {
  const contents: Article['contents'] = [];
  const named = html.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const id = `part-${contents.length + 1}`;
    contents.push({ id, title: inner.replace(/<[^>]*>/g, '') });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return contents.length < FEWEST ? { html, contents: [] } : { html: named, contents };
}
