import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { settingsTable } from '../../provider/settings-table.ts';
import { findPropertyReads } from './find-property-reads.ts';

const ROOT = join(import.meta.dirname, '../..');
const names = settingsTable.map(({ name }) => name);
/** `withSecretFiles` puts the file's content in place of the setting itself. */
const files = names.filter((name) => name.endsWith('_FILE'));

function pathsOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: ROOT }).map((path) => join(ROOT, path));
}

describe('a setting is read', () => {
  const readers = pathsOf('{src,provider,server}/**/*.{ts,tsx,astro}').map((path) => {
    const text = readFileSync(path, 'utf8');
    return { path, reads: settingsReadIn(path.endsWith('.astro') ? (text.split(/^---$/m)[1] ?? '') : text) };
  });
  /** Passes the variables that the site is built with on to the build. */
  const builder = join(ROOT, 'server/settings.ts');

  it.each(names.filter((name) => !name.endsWith('_FILE')))('%s', (name) => {
    const isBuiltIn = name.startsWith('PUBLIC_');
    const paths = readers.filter(({ path, reads }) => reads.includes(name) && !(isBuiltIn && path === builder));
    expect(paths).not.toEqual([]);
  });

  it('and each file belongs to a setting of the table', () => {
    for (const file of files) expect(names).toContain(file.slice(0, -'_FILE'.length));
  });
});

describe('no part of the settings is unread:', () => {
  const reads = findPropertyReads(pathsOf('{server,processes}/**/*.ts', 'provider/{*,operator/**/*,http/**/*,metrics/**/*}.ts'));

  it.each([
    ['server/settings.ts', 'Settings'],
    ['provider/settings.ts', 'ProviderSettings'],
  ])('%s, %s', (path, interfaceName) => {
    expect(reads.unreadOf(join(ROOT, path), interfaceName)).toEqual([]);
  });
});

describe('reading means', () => {
  it.each([
    ['a property', 'start(raw.SOME_NAME)'],
    ['part of a fallback', 'const url = raw.SOME_NAME ?? standard'],
    ['taking the settings apart', 'const { SOME_NAME: name } = raw'],
    ['a name for a parameter', 'function open({ SOME_NAME }: Raw) {}'],
    ['a variable of the build', 'setting(import.meta.env.SOME_NAME)'],
    ['a key to take', "takeKey(process.env, 'SOME_NAME', true)"],
  ])('%s', (_, code) => {
    expect(settingsReadIn(code, ['SOME_NAME'])).toEqual(['SOME_NAME']);
  });

  it.each([
    ['declaring it', 'const schema = { SOME_NAME: text }; interface Raw { SOME_NAME: string }'],
    ['naming it in a text', "throw new Error('SOME_NAME is wrong')"],
    ['looking for mistakes in it', 'function someProblems(raw: Raw) { return raw.SOME_NAME === undefined; }'],
    ['handing it on under its own name', 'bake({ SOME_NAME: raw.SOME_NAME })'],
  ])('not %s', (_, code) => {
    expect(settingsReadIn(code, ['SOME_NAME'])).toEqual([]);
  });

  it('of a resolved setting, that something else than its own file looks at it', () => {
    const sources = new Map([
      [
        '/settings.ts',
        `export interface Settings { read: 1; spread: 1; handed: 1; unread: 1; written: 1; own: 1; lost: 1; nested: { read: 1; unread: 1 } }
        export const check = (settings: Settings) => settings.own;`,
      ],
      [
        '/use.ts',
        `import type { Settings } from './settings.ts';
        interface Options { spread: 1; other: 1; lost: 1 }
        function open(options: Options) { return [options.spread, options.other]; }
        export function use(settings: Settings, { unread }: { unread: 1 }) {
          settings.written = 1;
          open({ ...settings, other: settings.handed, lost: settings.lost });
          return [settings.read, settings.nested.read, unread];
        }`,
      ],
    ]);
    const unread = findPropertyReads(['/settings.ts', '/use.ts'], sources).unreadOf('/settings.ts', 'Settings');
    expect(unread).toEqual(['unread', 'written', 'own', 'lost', 'nested.unread']);
  });
});

/** The settings that code reads: not those it only declares, checks for mistakes, names, or hands on under the same name. */
function settingsReadIn(code: string, known: readonly string[] = names): string[] {
  if (!known.some((name) => code.includes(name))) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && /Problems?$/.test(node.name?.text ?? '')) return;
    const name = nameRead(node);
    if (name !== undefined && known.includes(name)) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('code.tsx', code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX));
  return found;
}

function nameRead(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return isHandedOn(node) ? undefined : node.name.text;
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText();
  const isKey = ts.isStringLiteral(node) && ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'takeKey';
  return isKey ? node.text : undefined;
}

function isHandedOn({ name, parent }: ts.PropertyAccessExpression): boolean {
  return ts.isPropertyAssignment(parent) && parent.name.getText() === name.text;
}
