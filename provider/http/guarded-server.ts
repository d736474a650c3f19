import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import { clientAddress, clientKey } from './client-address.ts';
import { descriptorLimit, type SocketLimits, socketLimits, type SocketSettings } from './socket-limits.ts';
import { guardSockets, type SocketFigures } from './guard-sockets.ts';

export interface GuardOptions extends SocketSettings {
  /** Replaces the limits derived from the settings. */
  socketLimits?: Partial<SocketLimits> | undefined;
  log: Logger;
}

interface GuardedServer {
  server: Server;
  sockets: () => SocketFigures;
}

const SAID_EVERY_MS = 10_000;

/** An HTTP server that no client can exhaust with its sockets, however slowly it writes or reads, or with its requests alone, or have misread. */
export function createGuardedServer(options: GuardOptions, listener: RequestListener): GuardedServer {
  const limits = { ...limitsOf(options), ...options.socketLimits };
  const takeTurn = createTurnTaker();
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (request, response) => {
      // Node parses on what has arrived, and hundreds of requests fit into one read.
      if (request.socket.destroyed) return;
      if (isAmbiguous(request)) {
        // Whatever follows on this connection may be part of what was misread.
        response.writeHead(400, { 'cache-control': 'no-store', 'content-length': 0, connection: 'close' }).end();
        return;
      }
      takeTurn(clientKey(clientAddress(request, options.trustedProxies)), () => {
        if (!response.destroyed && !request.socket.destroyed) listener(request, response);
      });
    },
  );
  server.timeout = limits.silentMs;
  const sockets = guardSockets(server, limits);
  sayWhatWasTurned(server, sockets, options.log);
  return { server, sockets };
}

function limitsOf({ log, ...settings }: GuardOptions): SocketLimits {
  const descriptors = descriptorLimit();
  const limits = socketLimits(settings, descriptors);
  if (limits.total < settings.socketsOverall) {
    log.warn(
      { socketsOverall: settings.socketsOverall, usedInstead: limits.total, descriptors },
      'this process may not open as many files as SOCKETS_OVERALL needs: raise its limit',
    );
  }
  return limits;
}

/** One line for many: an attack must not fill the log too. */
function sayWhatWasTurned(server: Server, sockets: () => SocketFigures, log: Logger): void {
  let saidBefore = JSON.stringify(sockets().turned);
  const timer = setInterval(() => {
    const { open, turned } = sockets();
    const said = JSON.stringify(turned);
    if (said !== saidBefore) log.warn({ open, sinceStart: turned }, 'connections were refused or closed');
    saidBefore = said;
  }, SAID_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}

/** Headers of which a proxy in front could believe one and this server another. Node itself takes the first of most and joins the rest. */
const SINGLE = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
  'authorization',
  'idempotency-key',
  'origin',
  'x-api-call',
  'x-api-query',
]);

/** RFC 9110, 7.2: a name or an address, with a port; empty where the target has no authority. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)?(:\d*)?$/i;

/**
 * In a path these mean one thing as they are written and another once they are resolved: dot segments, empty segments, backslashes, and percent-encoded
 * forms of slashes, backslashes, percent signs, control characters and of what needs no encoding (RFC 3986, 6.2.2). Nor has a target a fragment.
 */
const RESOLVED = /\/\.{1,2}(?:\/|$)|\/\/|[\\#]|%(?:[01][0-9a-f]|2[5def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef])/i;

/**
 * Whether two readers could understand a request differently. Such requests are refused, so that what a proxy's rule for a path lets through is what is
 * routed, and nobody's credentials or lengths are taken for another's. The absolute form is for proxies, which this server isn't.
 */
export function isAmbiguous({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = (rawHeaders[index + 1] ?? '').trim();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
    if (name === 'host' && !HOST.test(value)) return true;
    if (name === 'transfer-encoding' && value.toLowerCase() !== 'chunked') return true;
  }
  const [path = ''] = url.split('?', 1);
  return !path.startsWith('/') || RESOLVED.test(path);
}

/** Runs work for a client at that client's turn. */
type TurnTaker = (client: string, work: () => void) => void;

/**
 * Starts at most one request per client in each turn of the event loop. Otherwise hundreds of requests that one client sends at once would
 * start in one go, and everyone else would wait until the last of them has.
 */
export function createTurnTaker(nextTurn: (begin: () => void) => void = setImmediate): TurnTaker {
  const lines = new Map<string, (() => void)[]>();
  const beginOne = (client: string): void => {
    const line = lines.get(client) ?? [];
    const work = line.shift();
    if (line.length > 0) nextTurn(() => beginOne(client));
    else lines.delete(client);
    work?.();
  };
  return (client, work) => {
    const line = lines.get(client);
    if (line !== undefined) line.push(work);
    else {
      lines.set(client, [work]);
      nextTurn(() => beginOne(client));
    }
  };
}

const DRAIN_MS = 3_000;

/** Lets running requests finish, within seconds. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(force);
}
