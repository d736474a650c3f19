import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { guardSockets, patientServer, type SocketGuard } from '../../../provider/http/guard-sockets.ts';

interface Client {
  socket: Socket;
  /** How it ended; `undefined` while it is open. */
  end: () => string | undefined;
  answered: () => boolean;
}

async function guarded(
  guard: SocketGuard,
  options: object = patientServer,
): Promise<{ server: Server; open: (address?: string) => Client }> {
  const server = createServer(options, (_request, response) => void response.end('ok'));
  guardSockets(server, guard);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (localAddress = '127.0.0.1'): Client => {
    let [end, text]: [string | undefined, string] = [undefined, ''];
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.once('error', () => undefined);
    socket.once('close', () => (end = 'closed'));
    onTestFinished(() => void socket.destroy());
    return { socket, end: () => end, answered: () => text.includes('200 OK') };
  };
  return { server, open };
}

const countOpen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

test('a client holds so many connections and no more, and another one is let in all the same', async () => {
  const { server, open } = await guarded({ perClient: 3 });
  const held = Array.from({ length: 10 }, () => open());
  await expect.poll(() => held.filter((each) => each.end() === 'closed').length).toBe(7);
  const other = open('127.0.0.2');
  other.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => other.answered()).toBe(true);
  for (const { socket } of held) socket.destroy();
  await expect.poll(() => countOpen(server)).toBe(1);
  const again = open();
  again.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => again.answered()).toBe(true);
});

test('where there are too many of all, idle ones make room', async () => {
  const { open } = await guarded({ perClient: Infinity, overall: 4 });
  const idle = Array.from({ length: 4 }, () => open());
  for (const { socket } of idle) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => idle.every((each) => each.answered())).toBe(true);
  const late = open();
  late.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => late.answered() || late.end() === 'closed').toBe(true);
  await expect.poll(() => idle.filter((each) => each.end() === 'closed').length).toBe(4);
  const last = open();
  last.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => last.answered()).toBe(true);
});

test('headers that come slowly are looked after every second, not every half minute', async () => {
  expect(patientServer.headersTimeout + patientServer.connectionsCheckingInterval).toBeLessThanOrEqual(11_000);
  const { open } = await guarded(
    { perClient: 9 },
    { ...patientServer, headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 },
  );
  const slow = open();
  slow.socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  await expect.poll(() => slow.end(), { timeout: 5_000 }).toBe('closed');
});
