import { HtmlValidate } from 'html-validate';
import { type LanguageCode, languageCodes } from '../../src/lib/i18n/languages.ts';
import { localePath, splitLocalePath } from '../../src/lib/i18n/locale-path.ts';
import { navigation } from '../../src/lib/navigation.ts';
import { KNOWN_MESSAGE } from './support/known-message.ts';
import { readAs } from './support/read-as.ts';
import { isWhole } from './support/sampled.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';

/** Three writing systems, or all in `npm run test:long`. */
const CODES: readonly LanguageCode[] = isWhole ? languageCodes : ['en', 'jp', 'th'];
const STARTS = ['/', '/offline', ...navigation.map(({ path }) => path)];
/** Renderings per client are limited, so pages are read by several. */
const [FIRST_CLIENT, CLIENTS] = [70, 8];

/** No part of a page: a script opens a dialog by it, or fills in a form. */
const FOR_A_SCRIPT = /^(send$|amount=)/;

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

interface Reading {
  ids: ReadonlySet<string>;
  /** Pages, pictures, scripts, styles and feeds of the site, with their fragments. */
  addresses: readonly string[];
}

for (const code of CODES) {
  test(`every link of the pages in ${code} leads to an existing page and anchor, and every page is valid HTML`, async () => {
    test.setTimeout(120_000);
    const open = STARTS.map((path) => localePath(code, path));
    const read = new Map<string, Reading>();
    const named = new Map<string, string>();
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (read.has(path)) continue;
      const { status, type, text } = await readAs(FIRST_CLIENT + (read.size % CLIENTS), path);
      expect(status, `${path}, named by ${named.get(path) ?? 'us'}`).toBe(200);
      const reading = /^(text\/html|image\/svg)/.test(type) ? readPage(text) : { ids: new Set<string>(), addresses: [] };
      read.set(path, reading);
      if (type.startsWith('text/html')) expect(await complaintsOf(text), path).toEqual([]);
      for (const address of reading.addresses) {
        const [target = ''] = address.split('#');
        named.set(address, path);
        if (target !== '' && splitsAway(target, code)) open.push(target);
      }
    }
    const broken = [...named].filter(([address, by]) => {
      const [target = '', part = ''] = address.split('#');
      return part !== '' && !FOR_A_SCRIPT.test(part) && read.get(target === '' ? by : target)?.ids.has(decodeURIComponent(part)) === false;
    });
    expect(broken, 'parts of pages that are not there, and who names them').toEqual([]);
    expect(read.size).toBeGreaterThan(STARTS.length * 1.5);
  });
}

/** Not of this language's pages: another language's are its own test's. Cards are drawn, and have a test of their own. */
function splitsAway(target: string, code: LanguageCode): boolean {
  const isPage = !/\.\w+$/.test(target.replace(/\?.*$/, ''));
  return !target.startsWith('/cards/') && !target.startsWith('/api') && (!isPage || splitLocalePath(target).language === code);
}

function readPage(html: string): Reading {
  const valuesOf = (pattern: RegExp): string[] => Array.from(html.matchAll(pattern), ([, value]) => (value ?? '').replaceAll('&amp;', '&'));
  const all = valuesOf(/<(?:a|link|script|img|use|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g);
  const own = all.map((address) => (address.startsWith(siteOrigin) ? address.slice(siteOrigin.length) || '/' : address));
  return {
    ids: new Set(valuesOf(/\sid="([^"]*)"/g)),
    addresses: own.filter((address) => /^\/(?!\/)|^#./.test(address)),
  };
}

async function complaintsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ message }) => message)).filter((message) => !KNOWN_MESSAGE.test(message));
}
