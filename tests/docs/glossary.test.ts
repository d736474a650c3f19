import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const sources = globSync('{src,provider,server,chain,processes}/**/*.{ts,tsx,astro,sql}');
const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
const fileNames = new Set(sources.map((path) => basename(path)));

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Word|---) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows.map(([, word = '', , names = '']) => ({ word, names })))('“$word” has a name that the sources use', ({ names }) => {
  const named = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !fileNames.has(name) && !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
