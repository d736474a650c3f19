export interface Article {
  html: string;
  /** The parts of a long text, to be gone to; empty where it has few. `title` is HTML without elements. */
  contents: { id: string; title: string }[];
}

/** With fewer parts than this, a list of them says less than a look at the text. */
const FEWEST = 3;

/** Names the headings of what `renderMarkdown` gave, so that they can be gone to. */
export function withContents(html: string): Article {
  const contents: Article['contents'] = [];
  const named = html.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const id = `part-${contents.length + 1}`;
    contents.push({ id, title: inner.replace(/<[^>]*>/g, '') });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return contents.length < FEWEST ? { html, contents: [] } : { html: named, contents };
}
