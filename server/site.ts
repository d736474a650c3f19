import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

import { SetupError } from '../processes/setup-error.ts';
import type { Provider } from '../provider/create-provider.ts';
import { clientAddress } from '../provider/http/client-address.ts';
import { closeServer, createGuardedServer, type GuardOptions } from '../provider/http/guarded-server.ts';
import type { SocketFigures } from '../provider/http/guard-sockets.ts';
import { describeFailure } from '../provider/logging/describe-failure.ts';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import type { ReadReserves } from './read-reserves.ts';
import { type AnswerPage, createPageAnswer } from './site/answer-page.ts';
import { createCardDrawer } from './cards/card-drawer.ts';
import { loadAstroPages } from './site/astro-pages.ts';
import { createCardAnswer } from './site/card-answer.ts';
import { createOldMark, loadSiteFiles, workerOff } from './site/static-files.ts';
import { createPageCache } from './site/page-cache.ts';
import { createPictures } from './site/pictures.ts';
import { type Bridge, createProviderBridge } from './site/provider-bridge.ts';
import { readTarget, type RequestTarget } from './site/request-target.ts';
import { setDocumentHeaders, setSecurityHeaders } from './site/security-headers.ts';

export interface SiteOptions extends GuardOptions {
  host: string;
  port: number;
  siteUrl: string;
  clientFolder: string;
  /** Files of earlier builds, for pages that are still open. */
  earlierClientFolders?: readonly string[] | undefined;
  /** Astro's built handler; without it there are only static files. */
  serverEntry?: string | undefined;
  /** Absent if the provider is the operator's own. */
  provider?: Pick<Provider, 'fetch'> | undefined;
  reserves?: ReadReserves | undefined;
  clock?: Clock | undefined;
  /** If off, it's removed from the browsers that have it. */
  hasServiceWorker?: boolean | undefined;
  picturesFolder?: string | undefined;
}

export interface Site {
  url: string;
  port: number;
  sockets: () => SocketFigures;
  /** Lets pending requests finish, within seconds. */
  stop(): Promise<void>;
}

/** The only HTTP server: static files, Astro's on-demand pages, and the provider under /api. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { host, port, siteUrl, clientFolder, serverEntry, provider, reserves, trustedProxies, log, clock = systemClock } = options;
  const onError = (error: unknown): void => log.error({ failure: describeFailure(error) }, 'failed');
  const api = provider && ((request: Request) => provider.fetch(request, { address: null }));
  const render =
    serverEntry === undefined
      ? () => Promise.resolve(undefined)
      : await loadAstroPages({ serverEntry, siteUrl, locals: { ...(api && { api }), ...(reserves && { reserves }) } });
  const builtFiles = await loadSiteFiles(clientFolder, options.earlierClientFolders);
  const files = options.hasServiceWorker === false ? new Map(builtFiles).set('/sw.js', workerOff()) : builtFiles;
  const drawer = createCardDrawer();
  const answerPage = createPageAnswer({
    files,
    getPicture: options.picturesFolder === undefined ? () => Promise.resolve(undefined) : createPictures(options.picturesFolder),
    getCard: createCardAnswer({ drawer, clock }),
    siteUrl,
    getPage: createPageCache({ render, clock, onError, markOld: createOldMark(files) }),
    clientAddress: (request) => clientAddress(request, trustedProxies),
    onError,
  });
  const bridge =
    provider && createProviderBridge({ provider, siteUrl, clientAddress: (request) => clientAddress(request, trustedProxies), onError });
  const answer = createAnswer({ siteUrl, bridge, answerPage, log });
  const { server, sockets } = createGuardedServer(options, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onError(error);
      if (response.headersSent) {
        response.destroy();
        return;
      }
      setDocumentHeaders(response);
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end('Internal Server Error');
    });
  });
  const usedPort = await listen(server, port, host);
  return { url: siteUrl, port: usedPort, sockets, stop: () => Promise.all([closeServer(server), drawer.stop()]).then(() => undefined) };
}

interface AnswerOptions {
  siteUrl: string;
  bridge: Bridge | undefined;
  answerPage: AnswerPage;
  log: Logger;
}

function createAnswer({ siteUrl, bridge, answerPage, log }: AnswerOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const target = readTarget(request.url ?? '/');
    setSecurityHeaders(response, { siteUrl, hasToken: target.hasToken });
    if ('refused' in target) {
      setDocumentHeaders(response);
      response.writeHead(target.refused, { 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
      return;
    }
    // Only the path: a query may contain a login token.
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      log.debug({ method: request.method, path: target.path, status: response.statusCode, ms }, 'answered');
    });
    const isPage = !isApi(target) && (request.method === 'GET' || request.method === 'HEAD');
    if (isPage) {
      await answerPage(request, response, target);
      return;
    }
    setDocumentHeaders(response);
    if (isApi(target)) await answerApi(bridge, request, response, target);
    else response.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
  };
}

async function answerApi(
  bridge: Bridge | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> {
  if (bridge !== undefined) await bridge(request, response, target);
  else response.writeHead(404, { 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

function isApi({ decodedPath }: RequestTarget): boolean {
  return decodedPath === '/api' || decodedPath.startsWith('/api/');
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return address === null || typeof address === 'string' ? port : address.port;
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): SetupError {
  if (error.code === 'EADDRINUSE') {
    return new SetupError(
      'PORT_TAKEN',
      `PORT ${port} is taken by another program: end that program, or start with PORT set to a free port.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new SetupError('PORT_FORBIDDEN', `PORT ${port} may be opened by root only: start with PORT set to a port above 1023.`, {
      cause: error,
    });
  }
  return new SetupError(
    'HOST_UNUSABLE',
    `HOST ${host} cannot be listened on (${error.code ?? error.message}): set HOST to an address of this machine.`,
    { cause: error },
  );
}
