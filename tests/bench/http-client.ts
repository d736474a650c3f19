import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  text: string;
}

export type SendRequest = (method: string, path: string, headers: Record<string, string>, body?: string) => Promise<Answer>;

/**
 * Calls a provider on this machine over keep-alive connections, with minimal HTTP/1.1: the clients share the machine with what they measure, and Node's own
 * client costs as much as a call. Responses must state their length (RFC 9112, section 6.2). On Linux all of 127.0.0.0/8 is this machine, so one process
 * can be many clients with different addresses.
 */
export function createHttpClient(port: number, localAddress = '127.0.0.1'): { request: SendRequest; close: () => void } {
  const idle: { socket: Socket; sinceMs: number }[] = [];
  const all: Socket[] = [];
  return {
    async request(method, path, headers, body = '') {
      const last = idle.pop();
      const isKept = last !== undefined && !last.socket.destroyed && performance.now() - last.sinceMs < KEPT_MS;
      const socket = isKept ? last.socket : await open(port, localAddress, all);
      const lines = Object.entries({ ...headers, host: '127.0.0.1', 'content-length': Buffer.byteLength(body) });
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
      const answer = await readAnswer(socket);
      idle.push({ socket, sinceMs: performance.now() });
      return answer;
    },
    close: () => all.forEach((socket) => socket.destroy()),
  };
}

/** Less than a server keeps an idle connection. */
const KEPT_MS = 3_000;

async function open(port: number, localAddress: string, all: Socket[]): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setNoDelay(true);
  all.push(socket);
  // The close event that follows informs the callers that wait for a response; an idle connection has none.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function readAnswer(socket: Socket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let read: Buffer = Buffer.alloc(0);
    const stop = (): void => void socket.off('data', take).off('close', fail);
    const fail = (): void => {
      stop();
      reject(new Error('the provider closed the connection'));
    };
    const take = (chunk: Buffer): void => {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
      const headEnd = read.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = read.toString('latin1', 0, headEnd);
      const length = /^content-length: *(\d+)/im.exec(head)?.[1];
      if (length === undefined) {
        stop();
        reject(new Error(`an answer of unknown length:\n${head}`));
      } else if (read.length >= headEnd + 4 + Number(length)) {
        stop();
        resolve({ status: Number(head.slice(9, 12)), text: read.toString('utf8', headEnd + 4) });
      }
    };
    if (socket.destroyed) fail();
    else socket.on('data', take).on('close', fail);
  });
}
