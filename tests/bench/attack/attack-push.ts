import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import { createHttpClient } from '../http-client.ts';
import { type Attack, TARPIT_PORT } from './attack.ts';

const BROWSERS = 10;
const EVERY_MS = 1_000;

/** A push service that takes messages and never answers, to which the attacker's browsers are subscribed again and again. */
export const pushTarpit: Attack['run'] = async ({ port, localAddress, token, signal, note }) => {
  const tarpit = await openTarpit(note);
  const { request, close } = createHttpClient(port, localAddress);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const subscribe = async (): Promise<void> => {
    const [p256dh, auth] = [createECDH('prime256v1').generateKeys('base64url'), randomBytes(16).toString('base64url')];
    const body = { endpoint: `http://127.0.0.1:${TARPIT_PORT}/${auth}`, p256dh, auth, showsAmounts: true, endsWithSession: false };
    const { status } = await request('POST', '/api/account/subscribePush', headers, JSON.stringify(body));
    note(`subscribed ${status}`);
  };
  for (let browsers = 0; browsers < BROWSERS && !signal.aborted; browsers += 1) await subscribe();
  const timer = setInterval(() => void subscribe().catch(() => note('closed')), EVERY_MS);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(timer);
  close();
  tarpit.closeAllConnections();
  tarpit.close();
};

async function openTarpit(note: (outcome: string) => void): Promise<Server> {
  const server = createServer(() => note('asked'));
  server.listen(TARPIT_PORT, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
