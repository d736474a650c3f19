import { suspectUpdate } from './suspect-update.ts';

/** How the bundler writes what a module imports from the start. */
const IMPORTS = /\b(?:from|import)\s?["'](\.\/[^"']+\.js)["']/g;

/** By address, what a fetched file imports. */
const files = new Map<string, Promise<string[]>>();

/**
 * Fetches a module's file and all that it imports, so that the browser then takes them from its cache. Browsers remember a module that they couldn't load
 * for as long as the page lives (HTML standard before pull request 10327): once its own loader has met a lost request, only a new page helps, and by another
 * address the module would be a second one with a state of its own. A lost `fetch` can be repeated.
 */
export async function fetchModule(address: string, seen = new Set<string>()): Promise<void> {
  if (seen.has(address)) return;
  seen.add(address);
  const imports = await importsOf(address);
  await Promise.all(imports.map((imported) => fetchModule(imported, seen)));
}

/** What the bundler makes of `import()`, with the files that it needs: `src/integrations/fetched-modules.ts`. */
export async function importFetched<Module>(load: () => Promise<Module>, fileNames: readonly string[] = []): Promise<Module> {
  try {
    await Promise.all(fileNames.map((name) => importsOf(`/${name}`)));
    return await load();
  } catch (error) {
    suspectUpdate();
    throw error;
  }
}

function importsOf(address: string): Promise<string[]> {
  const known = files.get(address);
  if (known) return known;
  const reading = readImports(address);
  files.set(address, reading);
  reading.catch(() => files.delete(address));
  return reading;
}

async function readImports(address: string): Promise<string[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const code = await response.text();
  return [...code.matchAll(IMPORTS)].map(([, path = '']) => new URL(path, response.url).pathname);
}
