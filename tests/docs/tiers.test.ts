import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { fullOnOldestPostgres, fullTests, inFirefoxToo, quickJourneys, quickOnOldestPostgres } from '../tiers.ts';

const root = join(import.meta.dirname, '../..');

it('every pattern of a tier names a test file that is there', () => {
  const patterns = [...fullTests, ...quickOnOldestPostgres, ...fullOnOldestPostgres, ...[...quickJourneys, ...inFirefoxToo].map((file) => `tests/e2e/${file}`)];
  const unused = patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0);
  expect(unused).toEqual([]);
});

it('every test file of Vitest is in exactly one tier', async () => {
  const vitest = await createVitest({ root, watch: false, config: join(root, 'vitest.config.ts') });
  try {
    const specifications = await vitest.getRelevantTestSpecifications();
    const tiers = specifications
      .map(({ moduleId, project }) => ({ file: moduleId.slice(root.length + 1), project: project.name }))
      .filter(({ project }) => !project.includes('postgres-15'));
    const files = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).filter((file) => !matchesGlob(file, 'tests/second-postgres/**'));
    expect(tiers.map(({ file }) => file).sort()).toEqual(files.sort());
  } finally {
    await vitest.close();
  }
});
