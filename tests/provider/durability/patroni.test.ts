import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { hasPatroni, startPatroni } from '../../support/patroni.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { prepareFor } from '../../support/server-role.ts';
import { fund, verify, verifyRepeats, work } from './acknowledged-payments.ts';
import { kill, spawnProvider } from './killable-provider.ts';
import { type Acknowledged, signInMember } from './paying-member.ts';

const SITE_URL = 'https://jufi.example';
const BACK_WITHIN_MS = 30_000;

it.runIf(hasPatroni())(
  'by the shipped Patroni and HAProxy: when a machine dies under traffic, nothing acknowledged is lost, payments go on within 30 s, and it comes back as the standby',
  async () => {
    const folder = temporaryFolder('patroni');
    const cluster = await startPatroni(join(folder, 'cluster'));
    onTestFinished(() => cluster.stop());
    await prepareFor(cluster.databaseUrl, cluster.ownerUrl);
    const port = await findFreePort();
    const provider = await spawnProvider({
      DATABASE_URL: cluster.databaseUrl,
      CHAIN_RPC_URLS: inject('chainUrl'),
      PUBLIC_SITE_URL: SITE_URL,
      PROVIDER_PORT: String(port),
      JUFI_ENV: 'production',
      // Who pays here asks again all the time.
      CALLS_PER_MINUTE: '1000000',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    });
    onTestFinished(() => kill(provider));
    const members = await Promise.all(Array.from({ length: 4 }, () => signInMember(`http://127.0.0.1:${port}`, SITE_URL)));
    const pool = createPool(cluster.ownerUrl, { max: 2 });
    onTestFinished(() => pool.end());
    await fund(createDatabase(pool), members);
    const log: Acknowledged[] = [];
    const running = work(members, log);
    for (const _round of ['one way', 'and back']) {
      const before = log.length;
      await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 20);
      const killed = await cluster.killPrimary();
      const killedAtMs = performance.now();
      const atKill = log.length;
      await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(atKill + 4);
      const awayMs = performance.now() - killedAtMs;
      console.log(`payments went on after ${(awayMs / 1_000).toFixed(1)} s`);
      expect(awayMs).toBeLessThan(BACK_WITHIN_MS);
      await verifyRepeats(members, log);
      await cluster.rejoin(killed);
    }
    await running.stop();
    await verify(createDatabase(pool), members, log);
  },
  300_000,
);
