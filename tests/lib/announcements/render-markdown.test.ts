// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/lib/announcements/render-markdown.ts';
import { hostileMarkdown } from '../../support/hostile-markdown.ts';

describe('an announcement’s Markdown', () => {
  it.each(hostileMarkdown)('stays harmless: %j', (text) => {
    const page = new DOMParser().parseFromString(renderMarkdown(text), 'text/html');
    const elements = [...page.body.querySelectorAll('*')];
    const allowed = /^(p|a|em|strong|code|pre|ul|ol|li|h[2-6]|blockquote|hr|br|div|table|thead|tbody|tr|th|td|img)$/;
    expect(elements.map(({ localName }) => localName).filter((name) => !allowed.test(name))).toEqual([]);
    const attributes = elements.flatMap((element) => [...element.attributes].map(({ name }) => name));
    expect(
      attributes.filter(
        (name) => !['href', 'title', 'rel', 'class', 'tabindex', 'src', 'alt', 'width', 'height', 'loading', 'decoding'].includes(name),
      ),
    ).toEqual([]);
    for (const picture of page.querySelectorAll('img')) expect(picture.getAttribute('src')).toBe('/pictures/a.png');
    for (const link of page.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^https?:\/\//);
      expect(link.getAttribute('rel')).toBe('nofollow noopener');
    }
  });

  it('links to http and https, without rank for search engines or a referrer', () => {
    expect(renderMarkdown('[a](https://a.example/x?y=1&z=2)')).toBe(
      '<p><a href="https://a.example/x?y=1&amp;z=2" rel="nofollow noopener">a</a></p>\n',
    );
    expect(renderMarkdown('<http://a.example>')).toContain('rel="nofollow noopener"');
    expect(renderMarkdown('**[a](https://a.example)**')).toContain('rel="nofollow noopener"');
  });

  it('shows the operator’s own pictures, lazily and with their size', () => {
    expect(renderMarkdown('![the "chart"](/pictures/fees-2026.png "1200x675")')).toBe(
      '<p><img src="/pictures/fees-2026.png" alt="the &quot;chart&quot;" width="1200" height="675" loading="lazy" decoding="async"></p>\n',
    );
  });

  it.each([
    '![x](/pictures/a.png)',
    '![x](/pictures/a.png "large")',
    '![x](/pictures/a.png "0x10")',
    '![x](/pictures/../api/x.png "10x10")',
    '![x](/pictures/a.svg "10x10")',
    '![x](//evil.example/pictures/a.png "10x10")',
    '![x](https://evil.example/pictures/a.png "10x10")',
    '![x](/pictures/a.png?y=1 "10x10")',
  ])('loads no other picture: %s', (text) => {
    expect(renderMarkdown(text)).not.toContain('<img');
  });

  it('names others’ pictures without loading them', () => {
    expect(renderMarkdown('![the chart](https://a.example/x.png)')).toBe('<p>the chart</p>\n');
  });

  it('keeps its headings below the page’s own title', () => {
    expect(renderMarkdown('# One\n\n## Two\n\n### Three')).toBe('<h2>One</h2>\n<h2>Two</h2>\n<h3>Three</h3>\n');
    expect(renderMarkdown('One\n===')).toBe('<h2>One</h2>\n');
  });

  it('aligns the cells of tables by class, because the security policy refuses style attributes', () => {
    const html = renderMarkdown('| a | b |\n| --- | ---: |\n| 1 | 2 |');
    expect(html).toContain('<th>a</th>');
    expect(html).toContain('<th class="r">b</th>');
    expect(html).toContain('<td class="r">2</td>');
    expect(html).not.toContain('style');
  });

  it('lets a wide table scroll in its own frame', () => {
    expect(renderMarkdown('| a |\n| --- |\n| 1 |')).toMatch(/^<div class="scroll" tabindex="0"><table>[\s\S]*<\/table><\/div>\n$/);
  });
});

it.each([
  ['按**每 100 JUF（不足 100 按 100 计）**计价', '按<strong>每 100 JUF（不足 100 按 100 计）</strong>计价'],
  ['は**「上限」**です', 'は<strong>「上限」</strong>です'],
  ['**등급(레벨)**에서', '<strong>등급(레벨)</strong>에서'],
])('emphasis ends beside Chinese, Japanese or Korean punctuation: %s', (text, html) => {
  expect(renderMarkdown(text)).toBe(`<p>${html}</p>\n`);
});

it.each(globSync('provider/development/announcements/*/*.md'))('%s shows none of its markup', (path) => {
  const { body } = new DOMParser().parseFromString(renderMarkdown(readFileSync(path, 'utf8')), 'text/html');
  for (const code of body.querySelectorAll('code, pre')) code.remove();
  expect(body.textContent.match(/\*\*|__|\]\(|`|^\s*(#|>|- |\|)/gm)).toBeNull();
});
