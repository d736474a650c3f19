import { request } from 'node:http';
import { siteOrigin } from './ports.ts';

export interface ReadAnswer {
  status: number;
  type: string;
  text: string;
}

/**
 * Reads an address as a client of its own, one of 127.0.0.2 to 127.0.0.254: what one client may have rendered in a minute is bounded, and all
 * browser tests share an address. What was read is kept for a while, so a browser that comes next has nothing rendered.
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
