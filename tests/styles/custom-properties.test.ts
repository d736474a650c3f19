import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.{css,astro,ts,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('every custom property used is defined', () => {
  const set = new Set(sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\s*:/g)].map(([, name]) => name)));
  expect(set).toContain('--text');
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)].filter(([, name]) => !set.has(name)).map(([, name]) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
