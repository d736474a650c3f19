import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countNamedTests, missingTests } from './named-tests.ts';

test('every fault in the table names a test that exists', () => {
  const rows = [...readFileSync('docs/faults.md', 'utf8').matchAll(/^\| (?!Fault|-)(.+) \|$/gm)].map(([row]) => row);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => countNamedTests(row) === 0)).toEqual([]);
  expect(rows.flatMap(missingTests)).toEqual([]);
});
