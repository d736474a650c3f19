import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';
import { chunksByArea } from './src/integrations/chunks-by-area.ts';
import { clientSeen } from './src/integrations/client-seen/client-seen.ts';
import { contentSecurityPolicy } from './src/integrations/content-security-policy.ts';
import { fetchedModules } from './src/integrations/fetched-modules.ts';
import { headScript } from './src/integrations/head-script.ts';
import { islandRenderer } from './src/integrations/island-renderer.ts';
import { leaveOutDevelopmentWallet, leaveOutVendorModal } from './src/integrations/leave-out.ts';
import { pseudoTexts } from './src/integrations/pseudo-texts/pseudo-texts.ts';
import { siteWorker } from './src/integrations/site-worker.ts';
import { languages } from './src/lib/i18n/languages.ts';
import { buildTargets } from './src/lib/supported-browsers.ts';

export default defineConfig({
  site: process.env.PUBLIC_SITE_URL ?? 'http://127.0.0.1:4321',
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  trailingSlash: 'never',
  // One small external stylesheet cost 1.4 × in LCP.
  build: { format: 'file', inlineStylesheets: 'always' },
  i18n: {
    defaultLocale: 'en',
    locales: languages.map(({ code, tag }) => ({ path: code, codes: [tag] })),
    routing: { prefixDefaultLocale: false, redirectToDefaultLocale: false },
  },
  vite: {
    build: {
      target: buildTargets,
      cssTarget: buildTargets,
      // A small font would be inlined, and the content security policy allows none but files.
      assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    },
  },
  devToolbar: { enabled: false },
  security: { csp: contentSecurityPolicy(process.env) },
  integrations: [
    react(),
    islandRenderer(),
    i18next(),
    headScript(),
    chunksByArea(),
    fetchedModules(),
    siteWorker(),
    clientSeen(),
    leaveOutVendorModal(),
    pseudoTexts(process.env.PSEUDO_TEXTS === 'true'),
    leaveOutDevelopmentWallet(process.env.PUBLIC_DEVELOPMENT_WALLET === 'true'),
  ],
});
