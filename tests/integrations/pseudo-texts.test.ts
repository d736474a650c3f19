import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pseudoText } from '../../src/integrations/pseudo-texts/pseudo-texts.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { readTexts } from '../i18n/read-texts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Names, and what is written the same everywhere. */
const NAMES =
  /\bhttp:\/\/[\d.:]+|\b(English|JuFi|JuChain Mainnet|JuChain|JUF?|WJU|USDT|Tether|US|UTC|UID|QR|RSS|API|ID|JSON|Atom|GitHub|MetaMask|OKX Wallet|TP Wallet|WalletConnect|Wallet|days?|hours?|minutes?|seconds?|months?|years?)\b/g;

describe('the pseudo-language', () => {
  it('keeps placeholders, has no plain letter, and is 40 % longer', () => {
    for (const [key, text] of readTexts('en')) {
      const pseudo = pseudoText(text);
      const placeholders = (of: string): string[] => [...of.matchAll(/\{\{\s*\w+\s*\}\}/g)].map(([whole]) => whole);
      expect(placeholders(pseudo), key).toEqual(placeholders(text));
      expect(pseudo.replace(/\{\{\s*\w+\s*\}\}/g, ''), key).not.toMatch(/[A-PR-WYZa-pr-wyz]/);
      const bare = (of: string): number => of.replace(/\{\{\s*\w+\s*\}\}/g, '').length;
      expect(bare(pseudo) - 2, key).toBe(bare(text) + Math.ceil(bare(text) * 0.4));
    }
  });
});

describe.runIf(process.env['PSEUDO_TEXTS'])('a site in the pseudo-language', () => {
  let folder = '';

  beforeAll(async () => {
    await mkdir(join(root, '.data'), { recursive: true });
    folder = await mkdtemp(join(root, '.data/test-build-'));
    const ofRunner = /^(NODE_ENV|MODE|DEV|PROD|SSR|TEST|VITEST.*)$/;
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name)));
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', folder], {
      cwd: root,
      env: { ...env, ASTRO_TELEMETRY_DISABLED: '1', PSEUDO_TEXTS: 'true' },
    });
  }, 300_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('shows no text that isn’t in the locales', () => {
    const others = new Set(languages.map(({ code }) => code as string));
    const pages = globSync('client/**/*.html', { cwd: folder }).filter((path) => !others.has(path.split(/[/.]/)[1] ?? ''));
    expect(pages.length).toBeGreaterThan(8);
    const found = pages.flatMap((path) => hardCoded(readFileSync(join(folder, path), 'utf8')).map((text) => `${path}: ${text}`));
    expect(found).toEqual([]);
  });
});

/** Words of plain letters in what a reader sees or hears. */
function hardCoded(html: string): string[] {
  const body = html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '').replace(/^[\s\S]*<body/, '<body');
  const spoken = [...body.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text ?? '');
  const seen = body.replace(/<[^>]*>/g, '\n').split('\n');
  const labels: readonly string[] = languages.map(({ label }) => label);
  return [...new Set([...spoken, ...seen].map((text) => text.trim()))].filter(
    (text) => !labels.includes(text) && /[a-pr-wyz]{3}/i.test(text.replace(NAMES, '').replace(/&\w+;/g, '')),
  );
}
