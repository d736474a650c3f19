import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Vite's own helper for `import()`, which preloads: a preload that is lost is remembered as well. */
const VITES_HELPER = '\0vite/preload-helper.js';

/** Has every `import()` of the built site fetch its files by `importFetched` first. */
export function fetchedModules(): AstroIntegration {
  return {
    name: 'fetched-modules',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const helper = JSON.stringify(fileURLToPath(new URL('src/lib/visit/fetch-module.ts', config.root)));
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'fetched-modules',
                enforce: 'pre',
                apply: 'build',
                load: (id) => (id === VITES_HELPER ? `export { importFetched as __vitePreload } from ${helper};` : undefined),
              },
            ],
            environments: {
              client: { build: { modulePreload: { polyfill: false, resolveDependencies: (file, imported) => [file, ...imported] } } },
            },
          },
        });
      },
    },
  };
}
