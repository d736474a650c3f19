import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import { clientAddress } from '../client-address.ts';
import { clientKey } from '../client-key.ts';
import { descriptorLimit } from './descriptor-limit.ts';
import { guardSockets, type SocketFigures } from './guard-sockets.ts';
import { isAmbiguous } from './is-ambiguous.ts';
import { createTurnTaker } from './take-turns.ts';
import { type SocketLimits, socketLimits, type SocketSettings } from './socket-limits.ts';

export interface GuardOptions extends SocketSettings {
  /** Replaces the limits derived from the settings. */
  socketLimits?: Partial<SocketLimits> | undefined;
  log: Logger;
}

export interface GuardedServer {
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
      if (isAmbiguous(request)) {
        // Whatever follows on this connection may be part of what was misread.
        response.writeHead(400, { 'cache-control': 'no-store', 'content-length': 0, connection: 'close' }).end();
        return;
      }
      takeTurn(clientKey(clientAddress(request, options.trustedProxies)), () => {
        if (!response.destroyed) listener(request, response);
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
