import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runJufiProcess } from '../support/running-jufi.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PATIENCE_MS = 180_000;

/** Runs all of JuFi as `npm start` does, in a new folder, until the bench stops it. */
export async function onOwnSite(bench: (origin: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder('bench');
  const entry = join(import.meta.dirname, '../../server/start.ts');
  const jufi = await runJufiProcess({ entry, dataFolder: folder, environment: { CHAIN_MARKET: 'off' } });
  try {
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await isReady(jufi.url))) {
      if (performance.now() > deadline) throw new Error(`JuFi did not start:\n${jufi.output()}`);
      await wait(200);
    }
    await bench(jufi.url);
  } finally {
    jufi.kill('SIGTERM');
    await jufi.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
