import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { findFreePort, isPortFree } from '../../processes/find-free-port.ts';
import { startChild, stopChild } from '../../processes/child-process.ts';
import { selfSigned } from './self-signed.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/nginx');

export interface Reply {
  status: number;
  type: string;
  text: string;
}

export interface Nginx {
  /** Of the TLS server, and of the one that sends everybody there. */
  port: number;
  plainPort: number;
  certificate: string;
  /** As a browser asks, on a connection of its own. */
  ask: (method: 'GET' | 'POST', path: string, given?: { headers?: Record<string, string>; body?: string }) => Promise<Reply>;
  logs: () => { access: string; error: string };
  stop: () => Promise<void>;
}

/** The files that `deploy/nginx` ships, in a folder of their own: only addresses and paths are others. */
export function layOutNginx(upstreamPorts: readonly number[], ports = { tls: 443, plain: 80 }): { folder: string; certificate: string } {
  const folder = temporaryFolder('nginx');
  const { cert, key } = selfSigned('jufi.example');
  const read = (name: string): string => readFileSync(join(SHIPPED, name), 'utf8');
  mkdirSync(join(folder, 'jufi'));
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const main = read('nginx.conf')
    .replaceAll('/var/log/nginx', folder)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.tls} `)
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    // One address is enough here, and not every machine has IPv6.
    .replaceAll(/^ *listen \[::\]:.*\n/gm, '');
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\n${main}`);
  const [first, second] = upstreamPorts;
  writeFileSync(
    join(folder, 'jufi/upstream.conf'),
    read('upstream.conf')
      .replace(':4321', `:${first ?? 4321}`)
      .replace(':4331', `:${second ?? 4331}`),
  );
  writeFileSync(join(folder, 'jufi/server.conf'), read('server.conf').replaceAll('/etc/nginx/certificate', folder));
  return { folder, certificate: cert };
}

export async function startNginx(upstreamPorts: readonly number[]): Promise<Nginx> {
  const ports = { tls: await findFreePort(), plain: await findFreePort() };
  const { folder, certificate } = layOutNginx(upstreamPorts, ports);
  const said: string[] = [];
  const child = await startChild('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    orphanSignal: 'TERM',
    log: (line) => void said.push(line),
  });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  while (await isPortFree(ports.tls, '127.0.0.1')) {
    if (child.hasExited()) throw new Error(`nginx did not start:\n${said.join('\n')}`);
    await new Promise(setImmediate);
  }
  return {
    port: ports.tls,
    plainPort: ports.plain,
    certificate,
    ask: asker(ports.tls, certificate),
    logs: () => ({ access: read('access.log'), error: read('error.log') }),
    stop: async () => {
      await stopChild(child, [{ signal: 'SIGTERM', waitMs: 5_000 }]);
    },
  };
}

function asker(port: number, certificate: string): Nginx['ask'] {
  return (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const target = { host: '127.0.0.1', port, servername: 'jufi.example', ca: certificate, agent: false, method, path };
      const sent = request({ ...target, headers: { host: 'jufi.example', ...headers } }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => void pieces.push(piece));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(pieces).toString(),
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
}
