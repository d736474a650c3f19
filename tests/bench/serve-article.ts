/** The built site over one announcement from a folder; sends its parent process the port, and on request the processor time used so far. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';

import { defaultSocketSettings } from '../../provider/http/socket-limits.ts';
import { buildIfNeeded } from '../../server/build-if-needed.ts';
import { createPreviewProvider } from '../../server/preview-provider.ts';
import { readSettings } from '../../server/settings.ts';
import { startSite } from '../../server/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ignore = (): void => undefined;
const built = await buildIfNeeded({ root, baked: readSettings({}).baked, say: ignore, log: ignore });
const site = await startSite({
  ...built,
  host: '127.0.0.1',
  port: 0,
  siteUrl: 'https://jufi.example',
  provider: createPreviewProvider(`${root}docs/examples/announcement`),
  trustedProxies: 0,
  ...defaultSocketSettings,
  log: pino({ level: 'fatal' }),
});
process.send?.({ port: site.port, clientFolder: built.clientFolder });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000 });
});
process.once('disconnect', () => void site.stop());
