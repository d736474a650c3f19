import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Weather = 'WORKS' | 'REFUSES' | 'SILENT';

/** A proxy between the provider and its database that breaks connections as networks do. */
export async function breakableProxy(
  target: URL,
): Promise<{ url: string; set: (weather: Weather) => void; unanswered: () => string; close: () => void }> {
  let weather: Weather = 'WORKS';
  let unanswered = '';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    if (weather === 'REFUSES') return void client.destroy();
    const upstream = connect(Number(target.port === '' ? '5432' : target.port), target.hostname);
    sockets.add(upstream);
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.on('data', (bytes) => {
      if (weather === 'WORKS') upstream.write(bytes);
      else unanswered += bytes.toString('latin1');
    });
    upstream.on('data', (bytes) => weather === 'WORKS' && client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const breakAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    set: (next) => {
      weather = next;
      if (next === 'REFUSES') breakAll();
    },
    /** What was asked meanwhile, as it came over the wire. */
    unanswered: () => unanswered,
    close: () => {
      breakAll();
      server.close();
    },
  };
}
