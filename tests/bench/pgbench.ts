import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** From the PATH, or from where Debian's packages install it. */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().toReversed()].find((path) => existsSync(path));
}

/** Scale 10: a million accounts. */
export async function preparePgbench(pgbench: string, url: string): Promise<void> {
  await run(pgbench, ['--initialize', '--scale=10', '--quiet', url]);
}

/** Transactions per second of its TPC-B. */
export async function runPgbench(pgbench: string, url: string, clients: number, seconds: number): Promise<number> {
  const { stdout } = await run(pgbench, [`--client=${clients}`, '--jobs=2', `--time=${seconds}`, '--no-vacuum', url]);
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (tps === undefined) throw new Error(`pgbench said no figure:\n${stdout}`);
  return Number(tps);
}
