import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from './client-address.ts';
import type { SocketLimits } from './socket-limits.ts';

export interface SocketFigures {
  open: number;
  idle: number;
  /** Sockets refused or closed since the start, by reason. */
  turned: Record<Turned | 'UNREAD' | 'PIPELINED', number>;
}

/**
 * Limits a server's sockets per client and in total, and closes those whose client doesn't read, or sends on and on without waiting for
 * answers. Returns a function that reports the figures.
 */
export function guardSockets(server: Server, limits: SocketLimits): () => SocketFigures {
  const book = createSocketBook<Socket>(limits);
  const turned: SocketFigures['turned'] = { CLIENT_FULL: 0, FULL: 0, IDLE: 0, DISPLACED: 0, UNREAD: 0, PIPELINED: 0 };
  const turn = (socket: Socket, why: keyof typeof turned): void => {
    turned[why] += 1;
    book.forget(socket);
    socket.destroy();
  };
  beforeServing(server, (socket) => {
    // A client that has already left has no address.
    const { admitted, closes } = book.admit(socket, clientKey(socket.remoteAddress ?? ''));
    if (admitted) socket.once('close', () => book.forget(socket));
    for (const { socket: closed, why } of closes) turn(closed, why);
    return admitted;
  });
  // Before whoever answers, so that nothing is begun for a socket that is closed here.
  server.prependListener('request', (request, response) => {
    const pending = book.beginAnswer(request.socket, () => request.complete);
    if (pending > limits.pipelined) turn(request.socket, 'PIPELINED');
    response.once('close', () => book.endAnswer(request.socket));
  });
  watchReaders(
    server,
    limits,
    () => book.held(),
    (socket) => turn(socket, 'UNREAD'),
  );
  return () => ({ open: book.size(), idle: book.idleSize(), turned: { ...turned } });
}

/** Node gives up on a reader only if nothing moves at all; one byte a minute would hold a response forever. */
function watchReaders(server: Server, limits: SocketLimits, held: () => Iterable<Socket>, giveUp: (socket: Socket) => void): void {
  const deadlines = new WeakMap<Socket, number>();
  const check = (): void => {
    const now = performance.now();
    for (const socket of held()) {
      const deadline = deadlines.get(socket);
      if (socket.writableLength === 0) deadlines.delete(socket);
      else if (deadline === undefined) deadlines.set(socket, now + limits.readMs + (socket.writableLength / limits.bytesPerSecond) * 1_000);
      else if (now > deadline) giveUp(socket);
    }
  };
  const timer = setInterval(check, limits.checkMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** Decides before the server prepares a connection for reading, so that turning clients away by the thousand costs others less. */
function beforeServing(server: Server, admit: (socket: Socket) => boolean): void {
  const [serve] = server.listeners('connection');
  if (serve === undefined) throw new Error('the server does not serve connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    if (admit(socket)) Reflect.apply(serve, server, [socket]);
  });
}

type Turned = 'CLIENT_FULL' | 'FULL' | 'IDLE' | 'DISPLACED';

interface Admission<Socket> {
  admitted: boolean;
  /** To be closed at once: the newcomer that isn't admitted, or the one that makes room for it. */
  closes: { socket: Socket; why: Turned }[];
}

/** Tracks who holds which sockets, and decides which one goes when there are too many. Doesn't open or close any itself. */
export interface SocketBook<Socket> {
  admit(socket: Socket, client: string): Admission<Socket>;
  /** Headers have arrived; `isWhole` tells whether the body has too. Returns the number of pending requests. */
  beginAnswer(socket: Socket, isWhole: () => boolean): number;
  endAnswer(socket: Socket): void;
  forget(socket: Socket): void;
  held(): Iterable<Socket>;
  size(): number;
  /** Number of sockets without a pending request. */
  idleSize(): number;
}

interface Entry {
  client: string;
  /** Pending requests in order: whether each has arrived completely. */
  requests: (() => boolean)[];
}

/**
 * If a client's or the total limit is reached, the connection idle for longest is closed; failing that, the oldest one, of the client
 * holding the most, that hasn't sent a complete request, provided that client holds more than the newcomer's. So whoever fills all places
 * with slow requests makes room for everyone with fewer.
 */
export function createSocketBook<Socket>(limits: { total: number; perClient: number }): SocketBook<Socket> {
  const entries = new Map<Socket, Entry>();
  const clients = new Map<string, Set<Socket>>();
  /** In the order they became idle. */
  const idle = new Set<Socket>();

  function forget(socket: Socket): void {
    const entry = entries.get(socket);
    if (entry === undefined) return;
    entries.delete(socket);
    idle.delete(socket);
    const own = clients.get(entry.client);
    own?.delete(socket);
    if (own?.size === 0) clients.delete(entry.client);
  }

  function add(socket: Socket, client: string): void {
    entries.set(socket, { client, requests: [] });
    const own = clients.get(client) ?? new Set();
    clients.set(client, own.add(socket));
  }

  function isSlow(socket: Socket): boolean {
    return entries.get(socket)?.requests.some((isWhole) => isWhole()) === false;
  }

  return {
    admit(socket, client) {
      const closes: Admission<Socket>['closes'] = [];
      const close = (victim: Socket, why: Turned): void => {
        forget(victim);
        closes.push({ socket: victim, why });
      };
      const own = clients.get(client);
      if (own !== undefined && own.size >= limits.perClient) {
        const oldest = firstOf(own, (one) => idle.has(one));
        if (oldest === undefined) return { admitted: false, closes: [{ socket, why: 'CLIENT_FULL' }] };
        close(oldest, 'IDLE');
      }
      if (entries.size >= limits.total) {
        const [oldest] = idle;
        const victim = oldest ?? firstOf(heaviestBeside(clients, client), isSlow);
        if (victim === undefined) return { admitted: false, closes: [...closes, { socket, why: 'FULL' }] };
        close(victim, oldest === undefined ? 'DISPLACED' : 'IDLE');
      }
      add(socket, client);
      return { admitted: true, closes };
    },
    beginAnswer(socket, isWhole) {
      idle.delete(socket);
      return entries.get(socket)?.requests.push(isWhole) ?? 0;
    },
    endAnswer(socket) {
      const entry = entries.get(socket);
      if (entry === undefined) return;
      entry.requests.shift();
      if (entry.requests.length === 0) idle.add(socket);
    },
    forget,
    held: () => entries.keys(),
    size: () => entries.size,
    idleSize: () => idle.size,
  };
}

/** The sockets of the client with most, if it holds more than the newcomer's client would. */
function heaviestBeside<Socket>(clients: ReadonlyMap<string, ReadonlySet<Socket>>, newcomer: string): ReadonlySet<Socket> {
  const atLeast = (clients.get(newcomer)?.size ?? 0) + 1;
  let heaviest: ReadonlySet<Socket> = new Set();
  for (const own of clients.values()) if (own.size > Math.max(heaviest.size, atLeast)) heaviest = own;
  return heaviest;
}

function firstOf<Item>(items: Iterable<Item>, holds: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (holds(item)) return item;
  return undefined;
}
