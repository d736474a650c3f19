import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { z } from 'zod';
import { languageCodes } from '../lib/i18n/languages.ts';
import { buildTargets } from '../lib/supported-browsers.ts';

const common = z.object({ asOf: z.object({ offline: z.string() }) });

/** Bundles `src/worker/site-worker.ts` into `/sw.js`, whose address never changes: browsers look there for the next version. */
export function siteWorker(): AstroIntegration {
  return {
    name: 'site-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = new URL('../../', import.meta.url);
        const texts = languageCodes.map((code) => {
          const file = new URL(`public/locales/${code}/common.json`, root);
          return [code, common.parse(JSON.parse(readFileSync(file, 'utf8'))).asOf.offline] as const;
        });
        await writeFile(
          new URL('sw.js', dir),
          await bundle(fileURLToPath(new URL('src/worker/site-worker.ts', root)), Object.fromEntries(texts)),
        );
      },
    },
  };
}

async function bundle(entry: string, texts: object): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { 'import.meta.env.OFFLINE_TEXTS': JSON.stringify(texts) },
    build: { write: false, minify: true, target: buildTargets, lib: { entry, formats: ['iife'], name: 'jufiWorker' } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs.flatMap((output) => ('output' in output ? output.output : [])).find((file) => file.type === 'chunk');
  if (!chunk) throw new Error('the service worker did not build');
  return chunk.code.trim();
}
