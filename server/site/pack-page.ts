import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** `quick` while a client waits for the page; `tight` takes five times as long and saves another tenth. */
export type Tightness = 'quick' | 'tight';

export interface PackedPage {
  tightness: Tightness;
  br: Buffer;
  gzip: Buffer;
}

const QUALITIES = {
  quick: { brotli: 5, gzip: constants.Z_DEFAULT_COMPRESSION },
  tight: { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
} as const;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

export async function packPage(body: Buffer, tightness: Tightness): Promise<PackedPage> {
  const quality = QUALITIES[tightness];
  const [br, packed] = await Promise.all([
    packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    packGzip(body, { level: quality.gzip }),
  ]);
  return { tightness, br, gzip: packed };
}
