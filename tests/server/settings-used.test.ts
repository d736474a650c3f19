import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsTable } from '../../server/settings-table.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = globSync('{src,provider,server,chain,processes}/**/*.{ts,tsx,astro,mjs}', { cwd: ROOT })
  .filter((path) => path !== 'server/settings-table.ts')
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Where a setting is declared with its type: that alone does nothing. */
const DECLARED = /^ {2}(?<name>[A-Z][A-Z0-9_]*): (?!raw\.|siteUrl|chain\.)/;

function usesOf(name: string): string[] {
  const named = new RegExp(`\\b${name}\\b`);
  return SOURCES.flatMap(({ path, text }) =>
    text.split('\n').some((line) => named.test(line) && DECLARED.exec(line)?.groups?.['name'] !== name) ? [path] : [],
  );
}

const names = settingsTable.map(({ name }) => name);
/** `withSecretFiles` puts what is in the file in place of the setting itself. */
const files = names.filter((name) => name.endsWith('_FILE'));

describe('each setting of the table does something', () => {
  it.each(names.filter((name) => !name.endsWith('_FILE') && !name.startsWith('PUBLIC_')))('%s is used beyond its declaration', (name) => {
    expect(usesOf(name)).not.toEqual([]);
  });

  it.each(names.filter((name) => name.startsWith('PUBLIC_')))('%s is used by the site, or by the parts that run beside it', (name) => {
    expect(usesOf(name).filter((path) => path !== 'server/settings.ts')).not.toEqual([]);
  });

  it('each file stands for a setting of the table, or for a key that is taken from the environment', () => {
    for (const file of files) expect(names).toContain(file.slice(0, -'_FILE'.length));
    expect(usesOf('NOT_A_SETTING')).toEqual([]);
  });
});
