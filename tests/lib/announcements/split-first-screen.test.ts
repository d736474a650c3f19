import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/lib/announcements/render-markdown.ts';
import { splitFirstScreen } from '../../../src/lib/announcements/split-first-screen.ts';

const PARAGRAPH = 'A sentence as long as others are. '.repeat(10);

it('splits after the paragraph that fills the first screen, and loses nothing', () => {
  const html = renderMarkdown(`${PARAGRAPH}\n\n${PARAGRAPH}\n\n## Then\n\n${PARAGRAPH}`);
  const [first, rest] = splitFirstScreen(html);
  expect(first + rest).toBe(html);
  expect(rest).toMatch(/^<h2>Then<\/h2>/);
});

it.each([
  ['a list', `- ${PARAGRAPH}\n`.repeat(2)],
  ['a table', `| a | b |\n|---|---|\n| ${PARAGRAPH} | ${PARAGRAPH} |\n`],
  ['a quotation', `> ${PARAGRAPH}${PARAGRAPH}\n`],
  ['code', `\`\`\`\n${PARAGRAPH}${PARAGRAPH}\n\`\`\`\n`],
])('splits before the heading that follows %s', (_what, block) => {
  const html = renderMarkdown(`${block}\n## Then\n\n${block}`);
  const [first, rest] = splitFirstScreen(html);
  expect(first + rest).toBe(html);
  expect(rest).toMatch(/^<h2>Then<\/h2>/);
});

it('leaves lists, tables and short texts whole', () => {
  for (const text of [
    [PARAGRAPH, PARAGRAPH].join('\n\n'),
    `${PARAGRAPH}\n\n${`- ${PARAGRAPH}\n`.repeat(3)}`,
    `| a | b |\n|---|---|\n${`| ${PARAGRAPH} | c |\n`.repeat(3)}`,
  ]) {
    const html = renderMarkdown(text);
    expect(splitFirstScreen(html)).toEqual([html, '']);
  }
});
