import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const HYDRATE = fileURLToPath(new URL('../islands/root/hydrate-island.ts', import.meta.url));

/** Has Astro bring its islands to life as `hydrateIsland` does, instead of by its React integration's own script, which leaves nothing in place of an island that fails. */
export function islandRenderer(): AstroIntegration {
  return {
    name: 'island-renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'island-renderer',
                enforce: 'pre',
                resolveId: { filter: { id: /^@astrojs\/react\/client\.js$/ }, handler: () => HYDRATE },
              },
            ],
          },
        });
      },
    },
  };
}
