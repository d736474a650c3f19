import { expect, it } from 'vitest';
import { neighbours, readingMinutes, withContents } from '../../../src/lib/announcements/article.ts';
import { renderMarkdown } from '../../../src/lib/announcements/render-markdown.ts';
import type { Announcement } from '../../../src/lib/api/contract/dashboard.ts';
import { escapeXml } from '../../../src/lib/feeds/escape-xml.ts';

const published = (slug: string, publishedAt: string): Announcement => ({
  id: '0192f0c1-2345-7000-8000-000000000000',
  slug,
  title: slug,
  summary: slug,
  body: slug,
  category: 'NEWS',
  pinned: false,
  publishedAt,
  updatedAt: publishedAt,
  language: 'en',
});

it('a long article lists its parts, a short one does not', () => {
  const article = withContents(renderMarkdown('## One & *two*\n\ntext\n\n## [Three](https://a.example)\n\n## <b>Four</b>'));
  expect(article.contents).toEqual([
    { id: 'part-1', title: 'One &amp; two' },
    { id: 'part-2', title: 'Three' },
    { id: 'part-3', title: '&lt;b&gt;Four&lt;/b&gt;' },
  ]);
  expect(article.html).toContain('<h2 id="part-2"><a href="https://a.example"');
  const short = renderMarkdown('## One\n\n## Two');
  expect(withContents(short)).toEqual({ html: short, contents: [] });
});

it('counts words in a language without spaces', () => {
  expect(readingMinutes('word '.repeat(660), 'en')).toBe(3);
  expect(readingMinutes('ทดสอบ'.repeat(660), 'th')).toBeGreaterThan(1);
  expect(readingMinutes('', 'ja')).toBe(1);
});

it('knows what was published before and after, whatever is pinned above', () => {
  const listed = [
    published('b', '2026-02-01T00:00:00.000Z'),
    published('c', '2026-03-01T00:00:00.000Z'),
    published('a', '2026-01-01T00:00:00.000Z'),
  ];
  expect(neighbours('b', listed)).toMatchObject({ older: { slug: 'a' }, newer: { slug: 'c' } });
  expect(neighbours('c', listed)).toMatchObject({ older: { slug: 'b' }, newer: undefined });
  expect(neighbours('x', listed)).toEqual({ older: undefined, newer: undefined });
});

it('writes XML that holds any text, without what XML cannot hold', () => {
  expect(escapeXml(`a<b>&"'\u0000\u000b\ud83d\ude00]]>`)).toBe('a&lt;b&gt;&amp;&quot;&apos;😀]]&gt;');
});
