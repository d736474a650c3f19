/**
 * The provider and the built site in one process, as `npm start` runs them, with the default limits; sends its parent process the port, and on request how much processor time it has
 * taken so far when it is asked. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';

import { createProvider } from '../../provider/create-provider.ts';
import { defaultSocketSettings } from '../../provider/http/socket-limits.ts';
import { buildIfNeeded } from '../../server/build-if-needed.ts';
import { readSettings } from '../../server/settings.ts';
import { startSite } from '../../server/site.ts';
import { resolvePushKeys } from '../../provider/push/push-reach.ts';
import { TARPIT_PORT } from './attack/attack.ts';

const siteUrl = 'https://jufi.example';
const ignore = (): void => undefined;
const built = await buildIfNeeded({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  baked: readSettings({}).baked,
  say: ignore,
  log: ignore,
});
const log = pino({ level: 'fatal' });
const provider = await createProvider({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  siteUrl,
  // Transfers signed by keys don't query the chain.
  chainRpcUrl: 'http://127.0.0.1:9',
  environment: 'test',
  jobs: true,
  push: resolvePushKeys({ PUSH_PRIVATE_KEY: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE', PUSH_CONTACT: 'mailto:operator@jufi.example' }),
  pushServices: [`http://127.0.0.1:${TARPIT_PORT}`],
  log,
});
const site = await startSite({ ...built, host: '127.0.0.1', port: 0, siteUrl, provider, trustedProxies: 0, ...defaultSocketSettings, log });
process.send?.({ port: site.port });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000 });
});
process.once('disconnect', () => void site.stop().then(() => provider.close()));
