import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

import type { ReadReserves } from '../read-reserves.ts';

/** Astro's result for an address. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** `undefined` if Astro has no page there. */
export type RenderPage = (target: string) => Promise<RenderedPage | undefined>;

export interface AstroPagesOptions {
  serverEntry: string;
  siteUrl: string;
  /** The pages' data sources, as `App.Locals` declares them. */
  locals: { api?: (request: Request) => Promise<Response>; reserves?: ReadReserves };
}

type AstroHandler = (request: IncomingMessage, response: Capture, next: () => void, locals: object) => Promise<void>;

const entrySchema = z.object({ handler: z.custom<AstroHandler>((value) => typeof value === 'function') });

/** Renders pages on demand with the handler built by Astro's node adapter (`mode: 'middleware'`). */
export async function loadAstroPages({ serverEntry, siteUrl, locals }: AstroPagesOptions): Promise<RenderPage> {
  const { handler } = entrySchema.parse(await import(pathToFileURL(serverEntry).href));
  return async (target) => {
    const request = requestFor(target, siteUrl);
    const capture = new Capture(request);
    const found = await new Promise<boolean>((resolve, reject) => {
      capture.once('finish', () => resolve(true));
      capture.once('error', reject);
      handler(request, capture, () => resolve(false), locals).catch(reject);
    });
    return found ? capture.page() : undefined;
  };
}

/** The client's own headers aren't passed on: pages are cached for everybody, and its Host can't be trusted. */
function requestFor(target: string, siteUrl: string): IncomingMessage {
  const { host, protocol } = new URL(siteUrl);
  const request = new IncomingMessage(Object.assign(new Socket(), { encrypted: protocol === 'https:' }));
  request.method = 'GET';
  request.url = target;
  request.headers = { host, accept: 'text/html' };
  request.push(null);
  return request;
}

/** The part of a ServerResponse that Astro writes to. */
class Capture extends Writable {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  readonly req: IncomingMessage;
  readonly #headers = new Headers();
  readonly #chunks: Buffer[] = [];

  constructor(request: IncomingMessage) {
    super();
    this.req = request;
  }

  writeHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>> = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) this.#headers.append(name, one);
    return this;
  }

  setHeader(name: string, value: string): this {
    this.#headers.set(name, value);
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  page(): RenderedPage {
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) };
  }
}
