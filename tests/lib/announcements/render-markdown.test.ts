// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/lib/announcements/render-markdown.ts';

const hostile = [
  '<script>alert(1)</script>',
  'text <img src=x onerror=alert(1)> text',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>body{display:none}</style>',
  '<div style="position:fixed">over everything</div>',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](java\nscript:alert(1))',
  '[click](&#106;avascript:alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[click](vbscript:msgbox(1))',
  '[click](file:///etc/passwd)',
  '[click](//evil.example/x)',
  '[click](/api/account/logout)',
  '[click](mailto:support@evil.example)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[click][x]',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png "onload=alert(1)")',
  '[a](https://a.example "\\" onmouseover=alert(1) x=\\"")',
  '[a](https://a.example/"onmouseover="alert(1))',
  '```"><script>alert(1)</script>\ncode\n```',
  '`<b onclick=alert(1)>`',
  '| a |\n| :-: |\n| <b style="color:red" onclick=alert(1)>x</b> |',
  '# <a href="javascript:alert(1)">title</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

describe('an announcement’s Markdown', () => {
  it.each(hostile)('stays harmless: %j', (text) => {
    const page = new DOMParser().parseFromString(renderMarkdown(text), 'text/html');
    const elements = [...page.body.querySelectorAll('*')];
    const allowed = /^(p|a|em|strong|code|pre|ul|ol|li|h[2-6]|blockquote|hr|br|div|table|thead|tbody|tr|th|td)$/;
    expect(elements.map(({ localName }) => localName).filter((name) => !allowed.test(name))).toEqual([]);
    const attributes = elements.flatMap((element) => [...element.attributes].map(({ name }) => name));
    expect(attributes.filter((name) => !['href', 'title', 'rel', 'class', 'tabindex'].includes(name))).toEqual([]);
    for (const link of page.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^https?:\/\//);
      expect(link.getAttribute('rel')).toBe('nofollow noopener');
    }
  });

  it('links to http and https, and tells search engines and the other page nothing', () => {
    expect(renderMarkdown('[a](https://a.example/x?y=1&z=2)')).toBe(
      '<p><a href="https://a.example/x?y=1&amp;z=2" rel="nofollow noopener">a</a></p>\n',
    );
    expect(renderMarkdown('<http://a.example>')).toContain('rel="nofollow noopener"');
    expect(renderMarkdown('**[a](https://a.example)**')).toContain('rel="nofollow noopener"');
  });

  it('names pictures without loading them', () => {
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

  it('lets a wide table scroll in a frame of its own', () => {
    expect(renderMarkdown('| a |\n| --- |\n| 1 |')).toMatch(/^<div class="scroll" tabindex="0"><table>[\s\S]*<\/table><\/div>\n$/);
  });
});
