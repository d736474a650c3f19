import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from '../client-key.ts';
import { createSocketBook, type Turned } from './socket-book.ts';
import type { SocketLimits } from './socket-limits.ts';

export interface SocketFigures {
  open: number;
  idle: number;
  /** Sockets refused or closed since the start, by reason. */
  turned: Record<Turned | 'UNREAD', number>;
}

/**
 * Limits a server's sockets per client and in total, and closes those whose client doesn't read. Returns a function that reports the
 * figures.
 */
export function guardSockets(server: Server, limits: SocketLimits): () => SocketFigures {
  const book = createSocketBook<Socket>(limits);
  const turned: SocketFigures['turned'] = { CLIENT_FULL: 0, FULL: 0, IDLE: 0, DISPLACED: 0, UNREAD: 0 };
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
  server.on('request', (request, response) => {
    book.beginAnswer(request.socket, () => request.complete);
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
