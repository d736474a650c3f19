import type { IncomingMessage, ServerResponse } from 'node:http';

import { clientKey } from '../../provider/http/client-address.ts';
import { languageCodes } from '../../src/lib/i18n/languages.ts';
import { cardOfPage, type GetCard, pageOfCard } from './card-answer.ts';
import type { Content } from './content.ts';
import type { GetPage } from './page-cache.ts';
import { pageTarget, type RequestTarget, withoutTrailingSlash } from './request-target.ts';
import type { GetPicture } from './pictures.ts';
import { RenderRefused } from './render-gate.ts';
import { setDocumentHeaders } from './security-headers.ts';
import { sendContent } from './send-content.ts';
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
