import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { defaultSocketSettings } from '../../../provider/http/socket-limits.ts';
import { buildIfNeeded } from '../../../server/build-if-needed.ts';
import { readSettings } from '../../../server/settings.ts';
import { startSite, type Site, type SiteOptions } from '../../../server/site.ts';
import { siteOrigin, siteSettings } from './ports.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const quiet = (): void => undefined;

/** The site built for the tests, on its own port, with rendering on demand always failing. */
export function startBrokenSite(): Promise<Site> {
  return startBuiltSite({ serverEntry: fileURLToPath(new URL('broken-pages.ts', import.meta.url)) });
}

/** The site built for the tests, on its own port, over parts that a test chooses. */
export async function startBuiltSite(
  parts: Partial<Pick<SiteOptions, 'port' | 'serverEntry' | 'provider' | 'reserves' | 'clock' | 'hasServiceWorker' | 'picturesFolder'>>,
): Promise<Site> {
  const { baked } = readSettings(siteSettings);
  const { clientFolder, serverEntry } = await buildIfNeeded({ root, baked, say: quiet, log: quiet });
  const site = await startSite({
    host: '127.0.0.1',
    port: 0,
    siteUrl: siteOrigin,
    clientFolder,
    serverEntry,
    trustedProxies: 0,
    ...defaultSocketSettings,
    log: pino({ level: 'silent' }),
    ...parts,
  });
  return { ...site, url: `http://127.0.0.1:${site.port}` };
}
