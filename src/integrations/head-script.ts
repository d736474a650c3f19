import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';

const VIRTUAL = 'virtual:head-script';
const RESOLVED = `\0${VIRTUAL}`;

/**
 * Bundles `src/head/head.ts` into one inline script, so that it runs before the first paint without a request of its own.
 * Pages import `{ code, hash }` from `virtual:head-script`; the hash goes into the page's content security policy.
 */
export function headScript(): AstroIntegration {
  return {
    name: 'head-script',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const entry = fileURLToPath(new URL('./src/head/head.ts', config.root));
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'head-script',
                resolveId: (id: string) => (id === VIRTUAL ? RESOLVED : undefined),
                async load(id: string) {
                  if (id !== RESOLVED) return undefined;
                  this.addWatchFile(entry);
                  const code = await bundle(entry);
                  const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`;
                  return `export const code = ${JSON.stringify(code)}; export const hash = ${JSON.stringify(hash)};`;
                },
              },
            ],
          },
        });
      },
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    envPrefix: 'PUBLIC_',
    build: { write: false, minify: true, target: 'es2022', lib: { entry, formats: ['iife'], name: 'jufiHead' } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs.flatMap((output) => ('output' in output ? output.output : [])).find((file) => file.type === 'chunk');
  if (!chunk) throw new Error('the head script did not build');
  return chunk.code.trim();
}
