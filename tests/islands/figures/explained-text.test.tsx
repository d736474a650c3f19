import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ExplainedText } from '../../../src/islands/figures/ExplainedText.tsx';

const shown = (text: string): string => renderToStaticMarkup(<ExplainedText text={text} />).replaceAll(/<\/?jufi-text>/g, '');

it('each word has its explanation right behind it, and its end and the question mark share a line', () => {
  const paragraph = shown('Your JU power{{juPower}} grows, and turbo{{turbo}} helps.');
  expect(paragraph.replace(/<[^>]*>/g, '')).toBe('Your JU power\u00a0? grows, and turbo\u00a0? helps.');
  expect(
    paragraph.match(/<span class="kept">er\u00a0<button[^>]* popoverTarget="what-juPower"[^>]*>\?<\/button><\/span> grows/i),
  ).not.toBeNull();
});

it('no letter is split from its marks, and a text without such words doesn’t change', () => {
  expect(shown('เทอร์โบ{{turbo}}ช่วย')).toContain('<span class="kept">โบ\u00a0<button');
  expect(shown('ที่รอ{{vault}}')).toContain('<p>ที่<span class="kept">รอ\u00a0');
  expect(shown('Nothing {{else}} here.')).toBe('<p>Nothing {{else}} here.</p>');
});
