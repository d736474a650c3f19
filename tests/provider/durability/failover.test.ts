import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { startPrimaryAndStandby } from '../../support/standby.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { prepareFor } from '../../support/server-role.ts';
import { fund, verify, verifyRepeats, work } from './acknowledged-payments.ts';
import { kill, spawnProvider } from './killable-provider.ts';
import { type Acknowledged, signInMember } from './paying-member.ts';

const SITE_URL = 'https://jufi.example';
const BACK_WITHIN_MS = 10_000;

it('when the primary dies under traffic and the synchronous standby takes over, nothing acknowledged is lost and payments go on within 10 s', async () => {
  const folder = temporaryFolder('failover');
  const pair = await startPrimaryAndStandby(folder);
  onTestFinished(() => pair.stop());
  await prepareFor(pair.databaseUrl, pair.ownerUrl);
  const port = await findFreePort();
  const provider = await spawnProvider({
    DATABASE_URL: pair.databaseUrl,
    CHAIN_RPC_URLS: inject('chainUrl'),
    PUBLIC_SITE_URL: SITE_URL,
    PROVIDER_PORT: String(port),
    JUFI_ENV: 'production',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  });
  onTestFinished(() => kill(provider));
  const members = await Promise.all(Array.from({ length: 4 }, () => signInMember(`http://127.0.0.1:${port}`, SITE_URL)));
  const pool = createPool(pair.ownerUrl, { max: 2 });
  onTestFinished(() => pool.end());
  await fund(createDatabase(pool), members);
  const log: Acknowledged[] = [];
  const running = work(members, log);
  await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20);

  await pair.killPrimary();
  const killedAtMs = performance.now();
  await pair.promote();
  const before = log.length;
  await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 4);
  expect(performance.now() - killedAtMs).toBeLessThan(BACK_WITHIN_MS);
  await verifyRepeats(members, log);
  await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 30);
  await running.stop();
  const standby = createPool(pair.standbyUrl, { max: 2 });
  onTestFinished(() => standby.end());
  await verify(createDatabase(standby), members, log);
}, 180_000);
