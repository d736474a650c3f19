import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/lib/announcements/render-markdown.ts';
import { splitFirstScreen } from '../../../src/lib/announcements/split-first-screen.ts';

const PARAGRAPH = 'A sentence as long as others are. '.repeat(20);

it('splits after the paragraph that fills the first screen, and loses nothing', () => {
  const html = renderMarkdown(`${PARAGRAPH}\n\n${PARAGRAPH}\n\n## Then\n\n${PARAGRAPH}`);
  const [first, rest] = splitFirstScreen(html);
  expect(first + rest).toBe(html);
  expect(rest).toMatch(/^<h2>Then<\/h2>/);
});

it('leaves lists, tables and short texts whole', () => {
  for (const text of [
    PARAGRAPH,
    `${PARAGRAPH}\n\n${`- ${PARAGRAPH}\n`.repeat(3)}`,
    `| a | b |\n|---|---|\n${`| ${PARAGRAPH} | c |\n`.repeat(3)}`,
  ]) {
    const html = renderMarkdown(text);
    expect(splitFirstScreen(html)).toEqual([html, '']);
  }
});
