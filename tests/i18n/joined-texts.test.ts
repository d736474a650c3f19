import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Two placeholders of a template with English punctuation between them. */
const JOINED = /\}(?:: |, |\. | \()\$\{/;
/** Files for machines, which are the same in every language. */
const FOR_MACHINES = /-csv\.ts$/;

it('no page joins two texts by English punctuation: lib/i18n/punctuation.ts knows the language’s own', () => {
  const sources = globSync('src/{islands,shell,components,layouts,pages,development-wallet}/**/*.{ts,tsx,astro}');
  const joined = sources
    .filter((path) => !FOR_MACHINES.test(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => `${path}: ${line.trim()}`),
    )
    .filter((line) => JOINED.test(line.slice(line.indexOf(': ') + 2)));
  expect(joined).toEqual([]);
});
