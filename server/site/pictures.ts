import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

import { LARGEST_PICTURE_BYTES, PICTURE_ADDRESS } from '../../src/lib/announcements/references.ts';
import { type Content, hashOf } from './content.ts';

export type GetPicture = (path: string) => Promise<Content | undefined>;

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' };
const LARGEST_CACHE_BYTES = 32 * 1024 * 1024;

/**
 * The pictures of announcements, from a folder into which the operator puts them. Only a name of letters, digits and
 * hyphens with a picture's extension gets from a client to the disk, and a file is read again only when it has changed.
 */
export function createPictures(folder: string): GetPicture {
  const kept = new LRUCache<string, Content>({ maxSize: LARGEST_CACHE_BYTES, sizeCalculation: ({ plain }) => plain.length + 1 });
  return async (path) => {
    if (!PICTURE_ADDRESS.test(path)) return undefined;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true || found.size > LARGEST_PICTURE_BYTES) return undefined;
    const key = `${name} ${found.mtimeMs} ${found.size}`;
    const there = kept.get(key);
    if (there !== undefined) return there;
    const plain = await readFile(file);
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const content: Content = { type, cacheControl: 'public, max-age=3600, stale-while-revalidate=86400', hash: hashOf(plain), plain };
    kept.set(key, content);
    return content;
  };
}
