import { createHash } from 'node:crypto';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../provider/open-api/open-api.ts';
import { createReferencePage } from '../../provider/open-api/reference-page.ts';
import { contract } from '../../src/lib/api/contract/contract.ts';
import { extensions } from '../../src/lib/api/contract/extensions.ts';

const document = createOpenApiDocument({ serverUrl: 'https://jufi.example/api?<&"' });
const page = createReferencePage(document);
const dom = new Window().document;
dom.write(page.html);

describe('the reference page', () => {
  it.each(Object.entries({ ...contract, ...extensions }))('shows %s with its method and path', (name, { method, path }) => {
    expect(dom.getElementById(name)?.querySelector('h3')?.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(`${method} ${path}`);
  });

  it('names parameters, fields within fields, and refusals', () => {
    const home = dom.getElementById('dashboardHome')?.textContent ?? '';
    expect(home).toContain('jufPriceHistory[].time');
    const transfer = dom.getElementById('walletTransfer')?.textContent ?? '';
    for (const word of ['Idempotency-Key', 'maxFee', 'INTENT_EXPIRED', 'INSUFFICIENT_BALANCE']) expect(transfer).toContain(word);
  });

  it('has a target for each of its links', () => {
    const links = [...dom.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.length).toBeGreaterThan(100);
    const broken = links.filter((href) => href !== 'openapi.json' && (!href.startsWith('#') || dom.getElementById(href.slice(1)) === null));
    expect(broken).toEqual([]);
  });

  it('needs no script and no other host, and its policy admits its style alone', () => {
    expect(page.html).not.toMatch(/<script|style=|src=|@import|url\(/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.html)?.[1] ?? '';
    expect(page.contentSecurityPolicy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(page.contentSecurityPolicy).toContain("default-src 'none'");
  });

  it('escapes what it is given', () => {
    expect(page.html).toContain('https://jufi.example/api?&lt;&amp;&quot;');
    expect(page.html).not.toContain('?<&"');
  });
});
