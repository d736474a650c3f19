import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+\.tsx?)'/gm;
const FETCHED = /import\('(\.[^']+\.tsx?)'\)/g;
/** What a file declares at its top level, from one name to the next. */
const DECLARED = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/gm;
const USE = /(?:const \{([^}]*)\} = )?useTexts\('([\w-]+)'\)((?:\.\w+)*)/g;
const ISLAND = /<(\w+)\s+client:(?:seen|acted)([^<]*?)\/>/g;
const GIVEN = /islandProps\(language, \{([^}]*)\}\)/;

const islands = globSync('src/{pages,components}/**/*.astro').flatMap((page) => {
  const source = readFileSync(page, 'utf8');
  return [...source.matchAll(ISLAND)].map(([, name = '', props = '']) => {
    const [, path = ''] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(source) ?? [];
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

  it.each(islands)('$page: $name gets what its components use, and nothing else', ({ given, path, name }) => {
    expect(given).toEqual(leastOf(usedBy(path, name)));
  });

  it('are all of `session` in its dialogs, of which the server renders what they use', () => {
    const dialog = 'src/components/dialogs/SessionDialog.astro';
    const source = readFileSync(dialog, 'utf8');
    const modals = [...source.matchAll(/'(\.[^']+\/(\w+Modal)\.tsx)'/g)].flatMap(([, path = '', name = '']) => [
      ...usedBy(resolve(dirname(dialog), path), name),
    ]);
    expect(textsIn(GIVEN.exec(source)?.[1] ?? '')).toEqual(leastOf(new Set(modals)));
    expect(modals.filter((text) => !text.startsWith('session.'))).toEqual([]);
  });

  it('are named where they are read, part by part', () => {
    const whole = globSync('src/islands/**/*.{ts,tsx}').flatMap((path) =>
      usedIn(readFileSync(path, 'utf8')).filter((text) => !text.includes('.')),
    );
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

/** By what is declared under a name, and all that it names: of its own file, of those that it imports, and of those that it fetches. */
function usedBy(path: string, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(`${path} ${name}`)) return new Set();
  seen.add(`${path} ${name}`);
  const { source, declared, imported } = readModule(path);
  const text = declared.get(name) ?? '';
  const used = new Set(usedIn(text));
  const add = (from: string, each: string): void => usedBy(from, each, seen).forEach((one) => used.add(one));
  for (const [word] of text.matchAll(/\w+/g)) {
    if (declared.has(word)) add(path, word);
    const from = imported.get(word);
    if (from !== undefined) add(from, word);
  }
  for (const [, target = ''] of text.matchAll(FETCHED)) {
    const from = resolve(dirname(path), target);
    for (const each of readModule(from).declared.keys()) if (source.includes(each)) add(from, each);
  }
  return used;
}

interface ModuleText {
  source: string;
  declared: ReadonlyMap<string, string>;
  /** By the imported name: its file. */
  imported: ReadonlyMap<string, string>;
}

function readModule(path: string): ModuleText {
  const source = readFileSync(path, 'utf8');
  const starts = [...source.matchAll(DECLARED)];
  return {
    source,
    declared: new Map(starts.map((start, index) => [start[1] ?? '', source.slice(start.index, starts[index + 1]?.index)])),
    imported: new Map(
      [...source.matchAll(IMPORT)].flatMap(([, names = '', target = '']) =>
        names.split(',').map((name) => [name.replace(/ as .*/, '').trim(), resolve(dirname(path), target)] as const),
      ),
    ),
  };
}

function usedIn(text: string): string[] {
  return [...text.matchAll(USE)].flatMap(([, names, namespace = '', parts = '']) => {
    const named = names?.split(',').flatMap((name) => name.split(':')[0]?.trim() || []);
    return named?.map((name) => `${namespace}${parts}.${name}`) ?? [namespace + parts];
  });
}
