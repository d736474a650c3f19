import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

import { buildEnvironment } from './build-site.ts';
import type { SiteContext, SiteKind } from './run-jufi.ts';
import { clientAddress } from '../provider/http/client-address.ts';
import { createProviderBridge } from './site/provider-bridge.ts';
import { readTarget } from './site/request-target.ts';
import { supervise } from './supervise.ts';
import { describeFailure } from '../provider/logging/describe-failure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `npm run dev`: Astro's development server, which reloads on every save. */
const liveSite: SiteKind = {
  prepare: () => Promise.resolve(),
  async serve(context) {
    const { settings, parts } = context;
    Object.assign(process.env, buildEnvironment(settings.baked), { NODE_ENV: 'development' });
    const { dev } = await import('astro');
    const ownListeners = process.listeners('SIGTERM');
    const server = await dev({
      root,
      logLevel: 'warn',
      server: { host: settings.host, port: settings.port },
      vite: { server: { strictPort: true }, plugins: [embeddedProvider(context)] },
    });
    // Vite would end the process at once, before the other parts are stopped in order.
    for (const listener of process.listeners('SIGTERM')) if (!ownListeners.includes(listener)) process.off('SIGTERM', listener);
    parts.add('site', () => server.stop());
  },
};

/** Serves the provider under /api of Vite's own server, so that the site has one origin as in production. */
function embeddedProvider({ settings, provider, log }: SiteContext): Plugin {
  return {
    name: 'embedded-provider',
    configureServer({ middlewares }) {
      if (provider === undefined) return;
      const bridge = createProviderBridge({
        provider,
        siteUrl: settings.siteUrl,
        clientAddress: (request) => clientAddress(request, settings.trustedProxies),
        onError: (error) => log.error({ failure: describeFailure(error) }, 'failed'),
      });
      middlewares.use((request, response, next) => {
        const target = readTarget(request.originalUrl ?? request.url ?? '/');
        if ('refused' in target || !/^\/api(\/|$)/.test(target.path)) next();
        else bridge(request, response, target).catch(next);
      });
    },
  };
}

await supervise(liveSite);
