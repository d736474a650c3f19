import { type IncomingMessage, type ServerResponse } from 'node:http';

import { clientKey } from '../../provider/http/client-key.ts';
import { languageCodes } from '../../src/lib/i18n/language-codes.ts';
import { type Content } from './content.ts';
import { type GetPage } from './page-cache.ts';
import { pageTarget } from './page-target.ts';
import { RenderRefused } from './render-gate.ts';
import { type RequestTarget } from './request-target.ts';
import { setDocumentHeaders } from './security-headers.ts';
import { sendContent } from './send-content.ts';
import { type StaticFiles } from './static-files.ts';
import { withoutTrailingSlash } from './without-trailing-slash.ts';

export interface PageOptions {
  files: StaticFiles;
  getPage: GetPage;
  clientAddress: (request: IncomingMessage) => string;
  onError: (error: unknown) => void;
}

export type AnswerPage = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<void>;

const RETRY_AFTER_SECONDS = 30;
const ERROR_PAGES = /(^|\/)(404|500)$/;

/** Built files first, then Astro's on-demand pages, then the reader's own not-found page. */
export function createPageAnswer({ files, getPage, clientAddress, onError }: PageOptions): AnswerPage {
  async function findPage(request: IncomingMessage, target: RequestTarget): Promise<Awaited<ReturnType<GetPage>>> {
    // Joined to a base by whoever reads it next, `//other.example/` names a host.
    if (target.path.startsWith('//')) return undefined;
    const file = files.get(target.decodedPath);
    if (file !== undefined && !ERROR_PAGES.test(target.decodedPath)) return { status: 200, content: file };
    const page = pageTarget(target);
    return page === undefined ? undefined : getPage(page, clientKey(clientAddress(request)));
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
      // Never Astro's own page: it is in English and not of this site.
      sendContent(request, response, errorContent(files, target, 404), { status: 404, noStore });
    } else if (page.location !== undefined) {
      redirect(response, page.status, page.location, noStore);
    } else {
      // Nothing to show yet: whoever asks by a machine knows when to ask again (RFC 9110, 10.2.3).
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
