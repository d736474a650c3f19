import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface HeldSocket {
  socket: Socket;
  /** Everything received, once the server has closed the connection. */
  closed: Promise<string>;
  /** Everything received, once it contains the text; rejects if the connection closes before. */
  says(text: string): Promise<string>;
  isOpen(): boolean;
}

/** A connection that sends only what it is told and stays open until the server closes it. On Linux, all of 127.0.0.0/8 is this machine. */
export async function holdSocket(port: number, first = '', localAddress = '127.0.0.1'): Promise<HeldSocket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  let answer = '';
  let isOpen = true;
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      isOpen = false;
      resolve(answer);
    });
  });
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  return {
    socket,
    closed,
    isOpen: () => isOpen,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (answer.includes(text)) resolve(answer);
        };
        look();
        socket.on('data', look);
        socket.once('close', () => reject(new Error(`closed after ${JSON.stringify(answer)}`)));
      }),
  };
}

/** Sends a piece repeatedly, like a slow client, until the connection ends. */
export function trickle({ socket }: HeldSocket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.writable && socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}
