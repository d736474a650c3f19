import { fileURLToPath } from 'node:url';

import { buildIfNeeded, type BuiltSite, requireBuild } from './build-if-needed.ts';
import type { SiteKind } from './run-jufi.ts';
import { startSite } from './site.ts';
import { supervise } from './supervise.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let built: BuiltSite | undefined;

/** `npm start`: serves the site as built; in development it builds what has changed first. */
const builtSite: SiteKind = {
  async prepare(settings, signal, log) {
    const { baked } = settings;
    built =
      settings.environment === 'production'
        ? requireBuild({ root, baked })
        : await buildIfNeeded({
            root,
            baked,
            say: (line) => process.stdout.write(`${line}\n`),
            log: (line) => log.info({ part: 'build' }, line),
            signal,
          });
  },
  async serve({ settings, provider, reserves, parts, log }) {
    if (built === undefined) throw new Error('The site was not prepared');
    const site = await startSite({ ...settings, ...built, provider, reserves, log: log.child({ part: 'site' }) });
    parts.add('site', () => site.stop());
  },
};

await supervise(builtSite);
