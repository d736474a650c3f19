import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHUNK_GROUPS } from '../../src/integrations/client-chunks.ts';

const ROOT = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.{ts,tsx,astro}', { cwd: ROOT }).map((path) => `/${path}`);
const packages = ['', '@nanostores/', '@astrojs/'].flatMap((scope) =>
  readdirSync(join(ROOT, 'node_modules', scope)).map((name) => `/node_modules/${scope}${name}/index.js`),
);
/** Modules that the bundler adds. */
const OF_THE_BUNDLER = ['rolldown/runtime.js', 'vite/preload-helper.js'];
const modules = [...sources, ...packages, ...OF_THE_BUNDLER];

const alternatives = CHUNK_GROUPS.flatMap(({ name, modules: pattern }, index) =>
  spread(pattern.source).map((alternative) => ({ name, alternative, earlier: CHUNK_GROUPS.slice(0, index) })),
);
/** Each path that a look-ahead excludes from an alternative. */
const exclusions = alternatives.flatMap(({ name, alternative }) =>
  [...alternative.matchAll(/^(.*)\(\?!([^)]*)\)/g)].flatMap(([, before = '', excluded = '']) =>
    excluded.split('|').map((each) => ({ name, excluded: `${close(before)}${each}` })),
  ),
);

it('splits a pattern into its alternatives', () => {
  expect(spread(String.raw`a|/b/(c|(d|e)\.ts)|f(?!g|h)|i[^/]+|^\0?j[/:]k`)).toEqual([
    String.raw`a`,
    '/b/(?:c)',
    String.raw`/b/(?:(?:d)\.ts)`,
    String.raw`/b/(?:(?:e)\.ts)`,
    'f(?!g|h)',
    'i[^/]+',
    String.raw`^\0?j[/:]k`,
  ]);
});

it.each(alternatives)('$name: $alternative takes a module that no earlier group takes', ({ alternative, earlier }) => {
  const taken = modules.filter((path) => new RegExp(alternative).test(path) && !earlier.some((group) => group.modules.test(path)));
  expect(taken).not.toEqual([]);
});

it.each(exclusions)('$name: $excluded, which it excludes, is the path of a module', ({ excluded }) => {
  expect(modules.some((path) => new RegExp(excluded).test(path))).toBe(true);
});

/** Expands a pattern into one pattern per combination of its alternatives. Look-aheads stay as they are. */
function spread(pattern: string): string[] {
  const parts = splitTop(pattern);
  if (parts.length > 1) return parts.flatMap(spread);
  const open = /(?<!\\)\((?!\?)/.exec(pattern);
  if (open === null) return [pattern];
  const close = closing(pattern, open.index);
  const [before, inner, after] = [pattern.slice(0, open.index), pattern.slice(open.index + 1, close), pattern.slice(close + 1)];
  return spread(inner).flatMap((each) => spread(after).map((rest) => `${before}(?:${each})${rest}`));
}

/** Drops a parenthesis that a part of a pattern leaves open. */
function close(part: string): string {
  return part.replace(/\((?:\?:)?(?=[^()]*$)/, '');
}

function splitTop(pattern: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of pattern.match(/\\.|\[[^\]]*\]|[^]/g) ?? []) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${token}`);
  }
  return parts;
}

function closing(pattern: string, from: number): number {
  let depth = 0;
  for (let index = from; index < pattern.length; index += 1) {
    if (pattern[index] === '\\') index += 1;
    else if (pattern[index] === '(') depth += 1;
    else if (pattern[index] === ')' && (depth -= 1) === 0) return index;
  }
  throw new Error('a parenthesis is open');
}
