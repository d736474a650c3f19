import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const KEPT = /\bkept(OnDevice|InTab|ForMember)(?:<[^(]*>)?\(\s*'([^']+)'/g;

test('the guide lists what is kept in the browser, and no name stands for two things', () => {
  const sources = globSync('src/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'));
  const found = sources.flatMap((source) =>
    [...source.matchAll(KEPT)].map(([, where, name = '']) => (where === 'ForMember' ? `jufi:${name}:` : name)),
  );
  const cached = sources.flatMap((source) => [...source.matchAll(/\bCACHED = '([^']+)'/g)].map(([, name = '']) => name));
  const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split('## What is kept in the browser\n');
  const [table = ''] = section.split('\n## ');
  const names = table.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(names.toSorted()).toEqual([...new Set([...found, ...cached])].toSorted());
  // Those for a member are named wherever they are read.
  const plain = found.filter((name) => !name.endsWith(':'));
  expect(plain.toSorted()).toEqual([...new Set(plain)].toSorted());
});
