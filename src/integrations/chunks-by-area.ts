import type { AstroIntegration } from 'astro';
import type { Rolldown } from 'vite';

/** Who needs a module: which of the files that pages start with, and parts of which areas that are fetched later. */
interface Need {
  entries: readonly string[];
  later: ReadonlySet<string>;
}

/** Needed where a page ends: it takes what it shares with others from where they have it, so that none of their first chunks grows by it. */
const LAST = 'ways';
/** What more areas start with is one chunk for all of them. */
const MANY = 3;

/**
 * Has the bundler put together what one area of the site starts with, what it fetches later, and what areas share: a chunk each. On a phone's connection
 * forty requests of a kilobyte cost more than the kilobytes. Which module belongs where follows from who imports it.
 */
export function chunksByArea(): AstroIntegration {
  const rolldownOptions: Rolldown.RolldownOptions = {
    // As the next line asks for. What an entry exports stays what it was.
    preserveEntrySignatures: 'allow-extension',
    // Whatever a module imports is needed wherever it is: it has its place by the same rule, and no two chunks import one another.
    output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: nameChunk }] } },
  };
  return {
    name: 'chunks-by-area',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const configEnvironment = (name: string) => (name === 'client' ? { build: { rolldownOptions } } : undefined);
        updateConfig({ vite: { plugins: [{ name: 'chunks-by-area', configEnvironment }] } });
      },
    },
  };
}

/** The name of a module's chunk, or null if it is in the file of the one entry that needs it. */
export function nameChunk(id: string, modules: Rolldown.ChunkingContext): string | null {
  const { entries, later } = needOf(id, modules);
  const first = new Set(entries.map(areaOf));
  if (first.size > 1) first.delete(LAST);
  const onlyLater = [...later].filter((area) => !first.has(area)).sort();
  if (entries.includes(id) || (entries.length === 1 && later.size === 0)) return null;
  if (first.size === 0) return `${onlyLater.join('-')}-later`;
  const areas = first.size > MANY ? 'islands' : [...first].sort().join('-');
  if (first.size === 1 && onlyLater.length === 0) return areas;
  // A press on a page for everybody loads the shell, and one that signs in the session's dialogs: neither waits for what pages of members share.
  return `${['shell', 'session'].find((area) => first.has(area)) ?? areas}-shared`;
}

function needOf(id: string, modules: Rolldown.ChunkingContext): Need {
  const entries: string[] = [];
  const later = new Set<string>();
  const seen = new Set([id]);
  // Grows while it is gone through.
  for (const module of seen) {
    const info = modules.getModuleInfo(module);
    if (info?.isEntry) entries.push(module);
    else if (info && info.dynamicImporters.length > 0) later.add(areaOf(module));
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return { entries, later };
}

/** The folder of an island or of a part, `shell`, or the name of a part that belongs to no area. */
function areaOf(entry: string): string {
  const [, folder, name] = /\/src\/(?:(?:islands|lib)\/([^/]+)\/|(?=shell\/)([^/]+))/.exec(entry) ?? [];
  return folder ?? name ?? /([^/.]+)[^/]*$/.exec(entry)?.[1] ?? 'other';
}
