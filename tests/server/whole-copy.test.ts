import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { wholeCopy } from '../../server/embedded/postgres-binaries.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let from: string;
let to: string;

beforeEach(() => {
  folder = temporaryFolder('whole-copy');
  from = join(folder, 'from');
  to = join(folder, 'shared', 'to');
  mkdirSync(join(from, 'lib', 'empty'), { recursive: true });
  writeFileSync(join(from, 'lib', 'library.so.60.2'), 'library');
  symlinkSync('library.so.60.2', join(from, 'lib', 'library.so.60'));
  writeFileSync(join(from, 'program'), 'program');
  chmodSync(join(from, 'program'), 0o755);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function copied(): string[] {
  return ['lib/library.so.60.2', 'lib/library.so.60', 'program'].map((name) => readFileSync(join(to, name), 'utf8'));
}

test('a copy outlives its source folder, and leaves nothing else behind', () => {
  wholeCopy(from, to);
  rmSync(from, { recursive: true });
  expect(copied()).toEqual(['library', 'library', 'program']);
  expect(statSync(join(to, 'program')).mode & 0o777).toBe(0o755);
  expect(statSync(join(to, 'lib', 'empty')).isDirectory()).toBe(true);
  expect(readdirSync(join(folder, 'shared'))).toEqual(['to']);
});

test('a complete copy isn’t touched', () => {
  wholeCopy(from, to);
  const { ino } = statSync(to);
  wholeCopy(from, to);
  expect(statSync(to).ino).toBe(ino);
});

test.each([
  ['a link to a checkout that is gone', () => symlinkSync(join(folder, 'gone', 'library.so.60.2'), join(to, 'lib', 'library.so.60'))],
  ['a link to a checkout that may go', () => symlinkSync(join(from, 'lib', 'library.so.60.2'), join(to, 'lib', 'library.so.60'))],
  ['a file that is missing', () => undefined],
  ['a file cut short', () => writeFileSync(join(to, 'lib', 'library.so.60'), 'lib')],
  ['a folder in the place of a file', () => mkdirSync(join(to, 'lib', 'library.so.60'))],
  ['a file that only its owner reads', () => writeFileSync(join(to, 'lib', 'library.so.60'), 'library', { mode: 0o600 })],
])('one with %s is replaced', (_, spoil) => {
  wholeCopy(from, to);
  rmSync(join(to, 'lib', 'library.so.60'));
  spoil();
  wholeCopy(from, to);
  expect(lstatSync(join(to, 'lib', 'library.so.60')).isFile()).toBe(true);
  expect(copied()).toEqual(['library', 'library', 'program']);
  expect(readdirSync(join(folder, 'shared'))).toEqual(['to']);
});

test('everybody can read it, whatever the package’s file modes', () => {
  for (const name of ['.', 'lib', 'program']) chmodSync(join(from, name), 0o700);
  chmodSync(join(from, 'lib', 'library.so.60.2'), 0o600);
  const mask = process.umask(0o077);
  try {
    wholeCopy(from, to);
  } finally {
    process.umask(mask);
  }
  const modes = ['.', 'lib', 'lib/empty', 'program', 'lib/library.so.60', 'lib/library.so.60.2'].map(
    (name) => statSync(join(to, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o755, 0o755, 0o755, 0o755, 0o644, 0o644]);
});

test('a file in its place is replaced', () => {
  mkdirSync(join(folder, 'shared'));
  writeFileSync(to, '');
  wholeCopy(from, to);
  expect(copied()).toEqual(['library', 'library', 'program']);
});

test('an unwritable target is an error, and leaves nothing behind', () => {
  writeFileSync(join(folder, 'shared'), '');
  expect(() => {
    wholeCopy(from, to);
  }).toThrow(/ENOTDIR/);
  expect(readdirSync(folder).toSorted()).toEqual(['from', 'shared']);
});
