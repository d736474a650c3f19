import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { addressesFile, compileContracts } from '../../chain/compile.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('compiling again', () => {
  test('yields exactly the committed files', { timeout: 120_000 }, async () => {
    const files = [...(await compileContracts()), await addressesFile()];
    for (const { path, content } of files) {
      expect(content, path).toBe(await readFile(join(ROOT, path), 'utf8'));
    }
    const compiled = new Set(files.map(({ path }) => path));
    for (const folder of ['chain/artifacts', 'src/lib/chain/abis', 'tests/chain/artifacts']) {
      const strangers = (await readdir(join(ROOT, folder))).filter((name) => !compiled.has(`${folder}/${name}`));
      expect(strangers).toEqual([]);
    }
  });
});
