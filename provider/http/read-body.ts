import { Refusal } from './refusal.ts';
import { withDeadline } from './with-deadline.ts';

const MAX_BYTES = 16 * 1_024;
/** Less than the whole call's deadline: a body that doesn't arrive is the client's fault, not ours. */
const PATIENCE_MS = 10_000;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/** The request body's bytes, after checking its type and size. */
export async function readBody(request: Request, patienceMs = PATIENCE_MS): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  const contentType = request.headers.get('content-type');
  const encoding = request.headers.get('content-encoding');
  if (contentType !== null && !JSON_TYPE.test(contentType.trim())) throw new Refusal('CONTENT_TYPE_UNSUPPORTED');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') throw new Refusal('CONTENT_TYPE_UNSUPPORTED');
  if (declared !== null && Number(declared) > MAX_BYTES) throw new Refusal('BODY_TOO_LARGE');
  const bytes = declared === null ? await collect(request, patienceMs) : await readWithin(request, patienceMs);
  if (bytes.length > MAX_BYTES) throw new Refusal('BODY_TOO_LARGE');
  if (bytes.length > 0 && contentType === null) throw new Refusal('CONTENT_TYPE_UNSUPPORTED');
  return bytes;
}

/** HTTP enforces a declared length (RFC 9112, section 6.3), so this needs neither a count nor a stream. */
async function readWithin(request: Request, patienceMs: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await withDeadline(request.arrayBuffer(), patienceMs));
  } catch (cause) {
    throw incomplete(cause);
  }
}

/** Counts while reading, since no length was declared. */
async function collect(request: Request, patienceMs: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const tooLate = AbortSignal.timeout(patienceMs);
  for (;;) {
    const chunk = await readChunk(reader, tooLate);
    if (chunk === null) return Buffer.concat(chunks);
    length += chunk.length;
    if (length > MAX_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new Refusal('BODY_TOO_LARGE');
    }
    chunks.push(chunk);
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>, tooLate: AbortSignal): Promise<Uint8Array | null> {
  const giveUp = (): void => void reader.cancel().catch(() => undefined);
  tooLate.addEventListener('abort', giveUp, { once: true });
  try {
    const { done, value } = await reader.read();
    // A cancelled reader reports the body as done.
    if (tooLate.aborted) throw new Error('the body did not come in time');
    return done ? null : value;
  } catch (cause) {
    throw incomplete(cause);
  } finally {
    tooLate.removeEventListener('abort', giveUp);
  }
}

/** The client left, or stalled, in the middle of its body; that must not count as our error. */
function incomplete(cause: unknown): Refusal {
  return new Refusal('VALIDATION_FAILED', { detail: { fields: { body: 'INCOMPLETE' } }, cause });
}
