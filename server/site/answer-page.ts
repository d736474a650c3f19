import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientKey } from '../../provider/http/client-address.ts';
import { languageCodes } from '../../src/lib/i18n/languages.ts';
import { REQUEST_SITE_HEADER, siteOfHeaders, writeRequestSite } from '../../src/lib/visit/request-site.ts';
import { cardOfPage, type GetCard, pageOfCard } from './card-answer.ts';
import type { Content } from './content.ts';
import type { GetPage } from './page-cache.ts';
import type { GetPicture } from './pictures.ts';
import { RenderRefused } from './render-gate.ts';
import { pageTarget, type RequestTarget, withoutTrailingSlash } from './request-target.ts';
import { setDocumentHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

export interface PageOptions {
  files: StaticFiles;
  getPage: GetPage;
  getCard: GetCard;
  getPicture: GetPicture;
  siteUrl: string;
  clientAddress: (request: IncomingMessage) => string;
  onError: (error: unknown) => void;
}

export type AnswerPage = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<void>;

const RETRY_AFTER_SECONDS = 30;
const ERROR_PAGES = /(^|\/)(404|500)$/;

/** Never shown in a window, only fetched by pages. */
const PART_OF_PAGES = /^(text\/(javascript|css)|font\/)/;

/** Built files first, then Astro's on-demand pages, then the reader's own not-found page. */
export function createPageAnswer({ files, getPage, getCard, getPicture, siteUrl, clientAddress, onError }: PageOptions): AnswerPage {
  async function findPage(request: IncomingMessage, target: RequestTarget): Promise<Awaited<ReturnType<GetPage>>> {
    // Resolved against a base later, `//other.example/` would name a host.
    if (target.path.startsWith('//')) return undefined;
    const picture = await getPicture(target.decodedPath);
    if (picture !== undefined) return { status: 200, content: picture };
    const client = clientKey(clientAddress(request));
    const page = pageOfCard(target.decodedPath);
    return page === undefined ? pageAt(target, client) : findCard(page, client);
  }

  async function pageAt(target: Pick<RequestTarget, 'decodedPath' | 'query'>, client: string): ReturnType<GetPage> {
    const file = files.get(target.decodedPath);
    if (file !== undefined && !ERROR_PAGES.test(target.decodedPath)) return { status: 200, content: file };
    const page = pageTarget(target);
    return page === undefined ? undefined : getPage(page, client);
  }

  async function findCard(path: string, client: string): ReturnType<GetPage> {
    const page = await pageAt({ decodedPath: path, query: new URLSearchParams() }, client);
    const card = page?.status === 200 ? cardOfPage(page.content.plain.toString(), siteUrl) : undefined;
    // If the page couldn't be read, clients should request its card again later.
    if (card === undefined) return page?.status === 503 ? page : undefined;
    try {
      return { status: 200, content: await getCard(card, client) };
    } catch (error) {
      const forAll = files.get('/og.png');
      if (error instanceof RenderRefused || forAll === undefined) throw error;
      onError(error);
      return { status: 200, content: { ...forAll, cacheControl: 'no-cache' } };
    }
  }

  return async (request, response, target) => {
    const noStore = target.hasToken;
    const canonical = withoutTrailingSlash(target.path);
    if (canonical !== undefined) {
      redirect(response, 308, `${canonical}${target.search}`, noStore);
      return;
    }
    const page = await findPage(request, target).catch((error: unknown) => {
      if (error instanceof RenderRefused) {
        response.setHeader('Retry-After', String(error.retryAfterSeconds));
        return { status: error.status, content: plainError(error.status), location: undefined };
      }
      onError(error);
      return { status: 500, content: errorContent(files, target, 500), location: undefined };
    });
    if (page === undefined || page.status === 404) {
      // Never Astro's default page: it's in English and not part of this site.
      sendContent(request, response, errorContent(files, target, 404), { status: 404, noStore });
    } else if (page.location !== undefined) {
      redirect(response, page.status, page.location, noStore);
    } else {
      // Nothing to show yet: tells programs when to retry (RFC 9110, 10.2.3).
      if (page.status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
      const isBare = page.status >= 500 && page.content.plain.length < 1_000;
      const content = isBare ? errorContent(files, target, 500) : page.content;
      sendContent(request, response, content, { status: page.status, noStore });
    }
  };
}

function redirect(response: ServerResponse, status: number, location: string, noStore: boolean): void {
  setDocumentHeaders(response);
  response.writeHead(status, { Location: location, 'Cache-Control': noStore ? 'no-store' : 'no-cache', 'Content-Length': 0 }).end();
}

function errorContent(files: StaticFiles, { decodedPath }: RequestTarget, status: 404 | 500): Content {
  const [, first = ''] = decodedPath.split('/');
  const localized = languageCodes.some((code) => code === first) ? files.get(`/${first}/${status}`) : undefined;
  return localized ?? files.get(`/${status}`) ?? plainError(status);
}

const PLAIN_TEXTS = { 404: 'Not found', 429: 'Too many requests', 500: 'Internal Server Error', 503: 'Service unavailable' };

function plainError(status: keyof typeof PLAIN_TEXTS): Content {
  const text = PLAIN_TEXTS[status];
  return { type: 'text/plain; charset=utf-8', cacheControl: 'no-cache', hash: String(status), plain: Buffer.from(text) };
}

interface SendOptions {
  status?: number;
  /** No cache may store this response. */
  noStore?: boolean;
}

/** Answers GET and HEAD: compressed if the client accepts it, 304 if it has it, or the requested range (RFC 9110). */
function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  content: Content,
  { status = 200, noStore = false }: SendOptions = {},
): void {
  const { body, encoding } = pickForm(content, request.headers['accept-encoding']);
  const etag = `"${content.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  const keeps = status === 200 && !noStore;
  const site = content.type.startsWith('text/html') ? siteOfHeaders(request.headers) : undefined;
  // Also `unknown`: with a 304, it takes the place of what the browser kept of an earlier request.
  if (site !== undefined) response.setHeader(REQUEST_SITE_HEADER, writeRequestSite(site));
  if (!PART_OF_PAGES.test(content.type)) setDocumentHeaders(response);
  // Requests from a script or style name that file as their referrer, never the reader's page.
  else if (!noStore) response.removeHeader('Referrer-Policy');
  for (const [name, value] of Object.entries(content.headers ?? {})) response.setHeader(name, value);
  const cacheControl = cacheControlOf(content, status, noStore);
  response.setHeader('Cache-Control', site === undefined || site === 'unknown' ? cacheControl : forThisReader(cacheControl));
  if (site === 'unknown' && cacheControl.includes('s-maxage')) response.appendHeader('Vary', 'Sec-Fetch-Site');
  if (content.br !== undefined || content.gzip !== undefined) response.appendHeader('Vary', 'Accept-Encoding');
  // Immutable files aren't revalidated, nor requested by range when compressed; a page loads about twenty of them.
  if (keeps && (encoding === undefined || !content.cacheControl.includes('immutable'))) response.setHeader('ETag', etag);
  if (keeps && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('Content-Type', content.type);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  const range = keeps ? readRange(request, body.length) : undefined;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${body.length}`, 'Content-Length': 0 }).end();
    return;
  }
  // HTTP/1.1 connections are persistent by default (RFC 9112, 9.3).
  if (request.httpVersion === '1.1') response.removeHeader('Connection');
  const part = range === undefined ? body : body.subarray(range.start, range.end + 1);
  if (range !== undefined) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${body.length}`);
  // Browsers don't request ranges of compressed files, and a page loads many of those.
  if (keeps && encoding === undefined) response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Length', part.length);
  response.writeHead(range === undefined ? status : 206);
  response.end(request.method === 'HEAD' ? undefined : part);
}

function cacheControlOf({ cacheControl }: Content, status: number, noStore: boolean): string {
  if (noStore) return 'no-store';
  return status === 200 ? cacheControl : 'no-cache';
}

/** Shared caches must not tell others where this request came from; the reader's own cache updates its copy's headers when it revalidates. */
function forThisReader(cacheControl: string): string {
  return cacheControl === 'no-store'
    ? cacheControl
    : `private, ${cacheControl.replace(/^public, |, (s-maxage|stale-while-revalidate)=\d+/g, '')}`;
}

function pickForm({ plain, br, gzip }: Content, accepted: string | string[] | undefined): { body: Buffer; encoding?: 'br' | 'gzip' } {
  const takes = acceptedEncodings(String(accepted ?? ''));
  if (br !== undefined && takes('br')) return { body: br, encoding: 'br' };
  if (gzip !== undefined && takes('gzip')) return { body: gzip, encoding: 'gzip' };
  return { body: plain };
}

function acceptedEncodings(header: string): (name: string) => boolean {
  const qualities = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
        return [name, !refused] as const;
      }),
  );
  return (name) => qualities.get(name) ?? qualities.get('*') ?? false;
}

/** Weak comparison, as required by RFC 9110 §13.1.2: a proxy may have weakened the tag. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => ['*', etag].includes(part.trim().replace(/^W\//, '')));
}

/** A single range counted from the start; any other is ignored and answered completely, as RFC 9110 §14.2 allows. */
function readRange(request: IncomingMessage, length: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '');
  if (found === null || request.method !== 'GET' || request.headers['if-range'] !== undefined) return undefined;
  const start = Number(found[1]);
  const end = found[2] === '' ? length - 1 : Math.min(Number(found[2]), length - 1);
  if (start >= length) return 'unsatisfiable';
  return end < start ? undefined : { start, end };
}
