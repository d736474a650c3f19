import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SelfSigned } from '../support/self-signed.ts';

export interface TlsProxy {
  port: number;
  stop: () => void;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * What stands in front, as deploy/nginx has it: TLS, the client's address set by itself, and a process that is away or not ready passed over. Only what
 * a process has not taken at all goes to the other one.
 */
export async function startTlsProxy({ cert, key }: SelfSigned, ports: readonly number[]): Promise<TlsProxy> {
  let turn = 0;
  const server = createServer({ cert, key }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => void pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
      turn += 1;
      const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '', connection: 'close' };
      void firstAnswer(order, { method: request.method ?? 'GET', path: request.url ?? '/', headers, body }).then(
        (reply) => response.writeHead(reply.status, reply.headers).end(reply.body),
        () => response.writeHead(502).end(),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Passed {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

async function firstAnswer(ports: readonly number[], passed: Passed): Promise<Reply> {
  for (const [index, port] of ports.entries()) {
    const isLast = index === ports.length - 1;
    try {
      return await pass(port, passed);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (isLast || (code !== 'ECONNREFUSED' && passed.method !== 'GET')) throw error;
    }
  }
  throw new Error('there is nobody to ask');
}

function pass(port: number, { method, path, headers, body }: Passed): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, timeout: 30_000 }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => void pieces.push(piece));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(pieces) });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
