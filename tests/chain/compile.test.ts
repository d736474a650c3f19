import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { addressesFile, type CompiledFile, compileContracts, compileTestContracts, testContractsOrigin } from '../../chain/compile.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST_ARTIFACTS = 'tests/chain/artifacts';

async function expectCommitted(files: readonly CompiledFile[]): Promise<void> {
  for (const { path, content } of files) expect(content, path).toBe(await readFile(join(ROOT, path), 'utf8'));
}

async function expectNoOthers(folder: string, files: readonly CompiledFile[]): Promise<void> {
  const compiled = files.flatMap(({ path }) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
  expect((await readdir(join(ROOT, folder))).filter((name) => !compiled.includes(name))).toEqual([]);
}

describe('compiling again', () => {
  test('yields exactly the committed files', { timeout: 120_000 }, async () => {
    const files = [...(await compileContracts()), await addressesFile()];
    await expectCommitted(files);
    for (const folder of ['chain/artifacts', 'src/lib/chain/artifacts', 'src/lib/chain/abis']) await expectNoOthers(folder, files);
  });

  // Half of the compiler's time is theirs, since the campaigns contain all other contracts: the long tests compile them.
  test('the tests’ contracts are those of the sources, the settings and the compiler at hand', async () => {
    const names = (await readdir(join(ROOT, TEST_ARTIFACTS))).filter((name) => name !== 'origin.json').sort();
    const paths = names.map((name) => `${TEST_ARTIFACTS}/${name}`);
    const files = await Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(ROOT, path), 'utf8') })));
    await expectCommitted([await testContractsOrigin(files)]);
  });

  test.runIf(process.env['CONTRACT_CALLS'] !== undefined)('yields the tests’ contracts too', { timeout: 120_000 }, async () => {
    const files = await compileTestContracts();
    await expectCommitted(files);
    await expectNoOthers(TEST_ARTIFACTS, files);
  });
});
