import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKABLE = /\.(html|js|mjs|css|json|map|webmanifest|txt|xml|svg|wasm)$/;
/** Smaller files save less than the headers cost. */
const SMALLEST_BYTES = 512;
const AT_ONCE = 4;
/** Brotli's last two levels pack a page 7 % smaller and take thirty times as long, which developers would wait for. */
const QUICK_QUALITY = 9;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Writes `.br` and `.gz` next to each file that they make smaller; pages are packed as well as they can be unless it `isQuick`. */
export async function precompress(folder: string, isQuick: boolean): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() && PACKABLE.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++])
      await pack(path, isQuick && path.endsWith('.html') ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return paths.length;
}

async function pack(path: string, quality: number): Promise<void> {
  const body = await readFile(path);
  if (body.length < SMALLEST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, packed] = await Promise.all([packBrotli(body, { params }), packGzip(body, { level: constants.Z_BEST_COMPRESSION })]);
  if (br.length < body.length) await writeFile(`${path}.br`, br);
  if (packed.length < body.length) await writeFile(`${path}.gz`, packed);
}
