import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { cspHash } from '../layouts/inline-scripts.ts';
import { buildTargets } from '../lib/supported-browsers.ts';

const VIRTUAL = 'virtual:head-script';
const RESOLVED = `\0${VIRTUAL}`;

/** What the head script loads on demand, and the constant that holds its URL there. */
const FETCHED = [
  { constant: 'SHELL_ADDRESS', name: 'shell', source: 'src/shell/start-shell.ts' },
  { constant: 'DIALOGS_ADDRESS', name: 'dialogs', source: 'src/islands/session/hydrate-dialog.ts' },
];

interface FetchedModule {
  constant: string;
  name: string;
  id: string;
  fileName: string;
  address: string;
}

/**
 * Bundles `src/head/head.ts` into one inline script, so that it runs before the first paint without a request of its own. Pages import `headScript` from
 * `virtual:head-script`; its hash goes into the page's content security policy. What the script loads is part of the client's build, under URLs that it knows.
 */
export function headScript(): AstroIntegration {
  return {
    name: 'head-script',
    hooks: {
      'astro:config:setup': ({ config, command, updateConfig }) => {
        const path = (relative: string): string => fileURLToPath(new URL(relative, config.root));
        const version = hashOfSources(path('src'));
        const modules = FETCHED.map(({ constant, name, source }) => {
          const fileName = `${config.build.assets}/${name}.${version}.js`;
          return { constant, name, id: path(source), fileName, address: command === 'dev' ? `/${source}` : `/${fileName}` };
        });
        updateConfig({ vite: { plugins: [inlineScript(path('src/head/head.ts'), modules), emitModules(modules)] } });
      },
    },
  };
}

function inlineScript(entry: string, modules: readonly FetchedModule[]): Plugin {
  return {
    name: 'head-script',
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(entry);
      const code = await bundle(entry, modules);
      return `export const headScript = ${JSON.stringify({ code, hash: cspHash(code) })};`;
    },
  };
}

function emitModules(modules: readonly FetchedModule[]): Plugin {
  return {
    name: 'head-script:modules',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      for (const { id, fileName } of modules) this.emitFile({ type: 'chunk', id, fileName, preserveSignature: 'strict' });
    },
  };
}

/** Changes with any source, so that the file is immutable, and a page knows its build by it; the same on every machine that builds the same. */
function hashOfSources(folder: string): string {
  const hash = createHash('sha256');
  for (const file of [...globSync('**/*.{ts,tsx,astro,css,json}', { cwd: folder }).sort(), '../package.json', '../package-lock.json'])
    hash.update(file).update(readFileSync(`${folder}/${file}`));
  for (const [name, value] of Object.entries(process.env).sort()) if (name.startsWith('PUBLIC_')) hash.update(`${name}=${value ?? ''}\n`);
  return hash.digest('hex').slice(0, 10);
}

async function bundle(entry: string, modules: readonly FetchedModule[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    envPrefix: 'PUBLIC_',
    define: Object.fromEntries(modules.map(({ constant, address }) => [`import.meta.env.${constant}`, JSON.stringify(address)])),
    build: { write: false, minify: true, target: buildTargets, lib: { entry, formats: ['iife'], name: 'jufiHead' } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs.flatMap((output) => ('output' in output ? output.output : [])).find((file) => file.type === 'chunk');
  if (!chunk) throw new Error('the head script did not build');
  return chunk.code.trim();
}
