import { readFileSync } from 'node:fs';
import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { clientKey } from './client-key.ts';

/** How long a server waits for what a client should send. Node looks after it once in `connectionsCheckingInterval`, by default every 30 s. */
export const patientServer = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/** A client that stops reading would hold its answer in memory for ever. */
const SILENT_MS = 60_000;
const MOST_SOCKETS = 20_000;
/** Of the descriptors this process may have: the rest is for the database, the chain and files. */
const SHARE_OF_DESCRIPTORS = 0.75;

export interface SocketGuard {
  /** Most connections of one client; Infinity where proxies of our own stand in front, for they are everybody. */
  perClient: number;
  /** Most connections of all; when there are more, idle ones end first. By default what the limit of open files allows. */
  overall?: number;
}

/** Bounds the connections of a server: one client with thousands of them could take every descriptor that the process may have. */
export function guardSockets(server: Server, { perClient, overall = mostSockets() }: SocketGuard): void {
  const open = new Map<string, number>();
  let count = 0;
  server.timeout = SILENT_MS;
  server.on('connection', (socket: Socket) => {
    const client = clientKey(socket.remoteAddress ?? '');
    const ofClient = open.get(client) ?? 0;
    if (ofClient >= perClient) {
      socket.destroy();
      return;
    }
    if (count >= overall) server.closeIdleConnections();
    if (count >= overall) {
      socket.destroy();
      return;
    }
    count += 1;
    open.set(client, ofClient + 1);
    socket.once('close', () => {
      count -= 1;
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
  });
}

/** By the soft limit of open files, where the system tells it (Linux). */
function mostSockets(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return Math.min(MOST_SOCKETS, Math.floor(Number(soft ?? MOST_SOCKETS) * SHARE_OF_DESCRIPTORS));
  } catch {
    return MOST_SOCKETS;
  }
}
