import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { markdownFiles } from './project-files.ts';

/** A path from the root or from the document, without placeholders, and a file named alone. */
const PATH = /`((?:src|provider|server|chain|tests|docs|deploy|public)\/[\w./[\]-]+)`/g;
const NAME = /`([\w-]+\.(?:ts|tsx|astro|css|sql|sol))`/g;

const names = new Set(
  globSync(['*.{ts,mjs}', '{src,provider,server,chain,processes,tests,deploy}/**/*.{ts,tsx,astro,css,sql,sol}']).map((path) => basename(path)),
);

test.each(markdownFiles())('%s names only folders and files that exist', (path) => {
  const text = readFileSync(path, 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, named = '']) => named);
  const files = [...text.matchAll(NAME)].map(([, named = '']) => named);
  const isThere = (named: string): boolean => existsSync(named) || existsSync(join(dirname(path), named));
  expect([...paths.filter((named) => !isThere(named)), ...files.filter((named) => !names.has(named))]).toEqual([]);
});
