import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';

import { findFreePort, isPortFree } from '../../processes/find-free-port.ts';

test('a free port is outside the range of outgoing connections and of ports browsers refuse', async () => {
  for (let round = 0; round < 50; round += 1) {
    const port = await findFreePort();
    expect(port).toBeGreaterThan(10_080);
    expect(port).toBeLessThan(32_768);
    expect(await isPortFree(port)).toBe(true);
  }
});

test('the port of an outgoing connection isn’t free, although nothing listens on it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  const client = connect(address.port, '127.0.0.1');
  await new Promise<void>((resolve) => client.once('connect', resolve));
  expect(client.localPort).toBeGreaterThan(0);
  expect(await isPortFree(client.localPort ?? 0)).toBe(false);
  client.destroy();
  server.close();
});
