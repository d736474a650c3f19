import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fund, verify, verifyRepeats, work } from './acknowledged-payments.ts';
import { type KillablePair, startKillablePair } from './killable-provider.ts';
import { type Acknowledged, signInMember } from './paying-member.ts';

/** One kill of each. `npm run test:full` and `npm run test:long` run more. */
const ROUNDS = Number(process.env['DURABILITY_ROUNDS'] ?? 2);
const SITE_URL = 'https://jufi.example';
const CLIENTS = 4;

it(
  `nothing acknowledged is lost or done twice when provider and PostgreSQL are killed during writes (${ROUNDS} rounds)`,
  async () => {
    const folder = temporaryFolder('durability');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const pair = await startKillablePair({
      postgresKind: inject('postgresKind'),
      folder: join(folder, 'postgres'),
      chainUrl: inject('chainUrl'),
      siteUrl: SITE_URL,
    });
    onTestFinished(() => pair.stop());
    const members = await Promise.all(Array.from({ length: CLIENTS }, () => signInMember(pair.url, SITE_URL)));
    await withLedger(pair, (database) => fund(database, members));

    // The log of acknowledged transfers is kept here, where no kill reaches it.
    const log: Acknowledged[] = [];
    const running = work(members, log);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = log.length;
      await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 2 * CLIENTS);
      // At a different moment of a write each time; which one doesn't matter.
      await pause(Math.random() * 40);
      await (round % 2 === 0 ? pair.killPostgres() : pair.killProvider());
      await verifyRepeats(members, log);
      running.throwIfFailed();
    }
    await running.stop();
    await withLedger(pair, (database) => verify(database, members, log));
  },
  120_000 + 10_000 * ROUNDS,
);

async function withLedger(pair: KillablePair, run: (database: Database) => Promise<void>): Promise<void> {
  const pool = createPool(pair.databaseUrl, { max: 2 });
  try {
    await run(createDatabase(pool));
  } finally {
    await pool.end();
  }
}
