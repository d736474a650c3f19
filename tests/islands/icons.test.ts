import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const LAYOUT = 'src/layouts/Shell.astro';
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+\.(?:tsx?|astro))'/g;
const ICON = /<Icon\s[^>]*?name=(?:"(\w+)"|\{([^}]*)\})/g;
const pages = globSync('src/pages/**/*.astro');

describe('the sprite', () => {
  const ofShell = namesIn(/const (?:wallet|shell)Icons: IconName\[\] = \[([^\]]*)\]/g, LAYOUT);

  it('is checked on all pages', () => {
    expect(pages.length).toBeGreaterThan(8);
    expect(ofShell.size).toBe(9);
    expect(drawnBy(resolve('src/pages/[...locale]/swap.astro'))).toContain('flip');
  });

  it.each(pages)('of %s has every icon its islands draw at any time', (page) => {
    const held = new Set([...ofShell, ...namesIn(/\sicons=\{\[([^\]]*)\]\}/g, page)]);
    expect([...drawnBy(resolve(page))].filter((name) => !held.has(name))).toEqual([]);
  });

  it.each(pages)('of %s has only icons that its islands draw', (page) => {
    const drawn = drawnBy(resolve(page));
    expect([...namesIn(/\sicons=\{\[([^\]]*)\]\}/g, page)].filter((name) => !drawn.has(name))).toEqual([]);
  });
});

function namesIn(pattern: RegExp, path: string): Set<string> {
  const lists = [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, list = '']) => list);
  return new Set(lists.flatMap((list) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)));
}

/** Icons in the React components a file imports, directly or dynamically. */
function drawnBy(path: string, seen = new Set<string>()): Set<string> {
  const names = new Set<string>();
  if (seen.has(path)) return names;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.tsx'))
    for (const [, literal, expression = ''] of text.matchAll(ICON)) {
      if (literal) names.add(literal);
      // A compared string isn't an icon's name.
      for (const [, name = ''] of expression.replace(/[=!]== '\w+'/g, '').matchAll(/'(\w+)'/g)) names.add(name);
    }
  for (const [, target = ''] of text.matchAll(IMPORT)) for (const name of drawnBy(resolve(dirname(path), target), seen)) names.add(name);
  return names;
}
