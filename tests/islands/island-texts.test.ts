import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g;
const USE = /(?:const \{([^}]*)\} = )?useTexts\('([\w-]+)'\)((?:\.\w+)*)/g;
const ISLAND = /<(\w+)\s+client:(?:seen|acted)([^<]*?)\/>/g;
const GIVEN = /islandProps\(language, \{([^}]*)\}\)/;

const islands = globSync('src/pages/**/*.astro').flatMap((page) => {
  const source = readFileSync(page, 'utf8');
  return [...source.matchAll(ISLAND)].map(([, name = '', props = '']) => {
    const [, path = ''] = new RegExp(`import \\{ ${name} \\} from '([^']+)'`).exec(source) ?? [];
    return {
      page: page.replace('src/pages/[...locale]/', ''),
      name,
      given: textsIn(GIVEN.exec(props)?.[1] ?? ''),
      path: resolve(dirname(page), path),
    };
  });
});

describe('the texts that a page gives to an island', () => {
  it('are known for all islands', () => {
    expect(islands.length).toBeGreaterThan(45);
    expect(islands.find(({ name }) => name === 'ServiceTotals')?.given).toEqual(['home.service']);
  });

  it.each(islands)('$page: $name gets what its components use, and nothing else', ({ given, path }) => {
    expect(given).toEqual(leastOf(usedBy(path)));
  });

  it('are all of `session` in its dialogs, of which the server renders what they use', () => {
    const dialog = 'src/components/dialogs/SessionDialog.astro';
    const source = readFileSync(dialog, 'utf8');
    const modals = [...source.matchAll(/'(\.[^']+Modal\.tsx)'/g)].flatMap(([, path = '']) => [...usedBy(resolve(dirname(dialog), path))]);
    expect(textsIn(GIVEN.exec(source)?.[1] ?? '')).toEqual(leastOf(new Set(modals)));
    expect(modals.filter((text) => !text.startsWith('session.'))).toEqual([]);
  });

  it('are named where they are read, part by part', () => {
    const whole = globSync('src/islands/**/*.{ts,tsx}').flatMap((path) => [...usedIn(path)].filter((text) => !text.includes('.')));
    expect(whole).toEqual([]);
  });
});

/** `common: ['state', 'close']` */
function textsIn(wanted: string): string[] {
  return [...wanted.matchAll(/'?([\w-]+)'?: \[([^\]]*)\]/g)]
    .flatMap(([, namespace = '', paths = '']) => [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => `${namespace}.${path}`))
    .toSorted();
}

/** Without those that are part of another. */
function leastOf(texts: ReadonlySet<string>): string[] {
  return [...texts].filter((text) => ![...texts].some((other) => text.startsWith(`${other}.`))).toSorted();
}

/** By the module and all that it imports, directly or dynamically. */
function usedBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return new Set();
  seen.add(path);
  const source = readFileSync(path, 'utf8');
  const imported = [...source.matchAll(IMPORT)].flatMap(([, target = '']) => [...usedBy(resolve(dirname(path), target), seen)]);
  return new Set([...usedIn(path), ...imported]);
}

function usedIn(path: string): Set<string> {
  return new Set(
    [...readFileSync(path, 'utf8').matchAll(USE)].flatMap(([, names, namespace = '', parts = '']) => {
      const named = names?.split(',').flatMap((name) => name.split(':')[0]?.trim() || []);
      return named?.map((name) => `${namespace}${parts}.${name}`) ?? [namespace + parts];
    }),
  );
}
