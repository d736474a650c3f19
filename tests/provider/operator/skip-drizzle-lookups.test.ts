import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SKIP_LOOKUPS = fileURLToPath(new URL('../../../provider/db/skip-drizzle-lookups.ts', import.meta.url));

/** Prints what drizzle exports, and how many of its files' imports Node resolved by itself. */
const LOAD = `
  import { registerHooks } from 'node:module';
  let lookups = 0;
  registerHooks({ resolve(specifier, context, next) {
    if (context.parentURL?.includes('/drizzle-orm/') && specifier.startsWith('.')) lookups++;
    return next(specifier, context);
  } });
  if (process.env.SKIP_LOOKUPS) (await import(process.env.SKIP_LOOKUPS)).skipDrizzleLookups();
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { pgTable } = await import('drizzle-orm/pg-core');
  console.log(typeof drizzle, typeof pgTable, lookups);
`;

async function load(environment: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOAD], {
    env: { PATH: process.env['PATH'], ...environment },
  });
  return stdout.trim();
}

it('loads drizzle whole, and spares Node the question of what each of its files is', async () => {
  expect(await load({})).toMatch(/^function function [1-9]\d\d$/);
  expect(await load({ SKIP_LOOKUPS })).toBe('function function 0');
});
