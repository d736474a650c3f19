import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the range of outgoing connections on Linux (32,768) and other systems (49,152, RFC 6335 section 6), above the ports browsers refuse
 * (10,080).
 */
const FIRST_PORT = 16_384;
const LAST_PORT = 32_767;
const TRIES = 100;

/**
 * A free port on 127.0.0.1. The system's own choice (port 0) is in the range of outgoing connections, so any program's connection could
 * take it between two starts of a server.
 */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports from ${FIRST_PORT} to ${LAST_PORT} is free`);
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, port, host);
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
