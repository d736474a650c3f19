import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('an operator and a member go through the production set-up on this machine', async () => {
  const output = await new Promise<string>((resolve) => {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'run-rehearse.ts'), 'short'],
      { env: { PATH, HOME, NODE_COMPILE_CACHE } },
      (_error, said, complained) => resolve(`${said}${complained}`),
    );
  });
  expect(output).toMatch(/\n(1[5-9]|[2-9]\d) passed, 0 failed\n$/);
}, 600_000);
