import { request } from 'node:http';
import { siteOrigin } from './ports.ts';

export interface ReadAnswer {
  status: number;
  type: string;
  text: string;
}

/**
 * Requests a page from its own client address, one of 127.0.0.2 to 127.0.0.254, because page renderings per client and minute are limited and all
 * browser tests share an address. The server caches the page for a while, so the next browser needs no rendering.
 */
export function readAs(client: number, path: string): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, siteOrigin), { localAddress: `127.0.0.${client}` }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
