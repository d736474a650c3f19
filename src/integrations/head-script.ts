import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';

const VIRTUAL = 'virtual:head-script';
const RESOLVED = `\0${VIRTUAL}`;

/**
 * Bundles `src/head/head.ts` into one inline script, so that it runs before the first paint without a request of its own.
 * Pages import `{ code, hash }` from `virtual:head-script`; the hash goes into the page's content security policy. The rest of
 * the shell stands in the client's build under an address that this script knows.
 */
export function headScript(): AstroIntegration {
  return {
    name: 'head-script',
    hooks: {
      'astro:config:setup': ({ config, command, updateConfig }) => {
        const path = (relative: string): string => fileURLToPath(new URL(relative, config.root));
        const shell = path('src/shell/start-shell.ts');
        const fileName = `${config.build.assets}/shell.${hashOfSources(path('src'))}.js`;
        const address = command === 'dev' ? '/src/shell/start-shell.ts' : `/${fileName}`;
        updateConfig({ vite: { plugins: [inlineScript(path('src/head/head.ts'), address), emitShell(shell, fileName)] } });
      },
    },
  };
}

function inlineScript(entry: string, shellAddress: string): Plugin {
  return {
    name: 'head-script',
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(entry);
      const code = await bundle(entry, shellAddress);
      const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`;
      return `export const code = ${JSON.stringify(code)}; export const hash = ${JSON.stringify(hash)};`;
    },
  };
}

function emitShell(id: string, fileName: string): Plugin {
  return {
    name: 'head-script:shell',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id, fileName, preserveSignature: 'strict' });
    },
  };
}

/** Changes with any source, so that the file can be cached for ever; the same on every machine that builds the same. */
function hashOfSources(folder: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder }).sort()) hash.update(file).update(readFileSync(`${folder}/${file}`));
  for (const [name, value] of Object.entries(process.env).sort()) if (name.startsWith('PUBLIC_')) hash.update(`${name}=${value ?? ''}\n`);
  return hash.digest('hex').slice(0, 10);
}

async function bundle(entry: string, shellAddress: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    envPrefix: 'PUBLIC_',
    define: { 'import.meta.env.SHELL_ADDRESS': JSON.stringify(shellAddress) },
    build: { write: false, minify: true, target: 'es2022', lib: { entry, formats: ['iife'], name: 'jufiHead' } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs.flatMap((output) => ('output' in output ? output.output : [])).find((file) => file.type === 'chunk');
  if (!chunk) throw new Error('the head script did not build');
  return chunk.code.trim();
}
