import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The inputs of a build. */
const SOURCES = [
  'src',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'server/build-site.ts',
  'server/precompress.ts',
];

/** The same for the same sources and baked settings, on every machine. */
export function buildFingerprint(root: string, baked: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(baked).sort()) hash.update(`${name}=${JSON.stringify(value)}\n`);
  for (const path of SOURCES.flatMap((source) => filesBelow(root, source))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
