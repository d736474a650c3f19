import { createServer } from 'node:net';

export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
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

function listen(server: ReturnType<typeof createServer>, port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server listens on no port'));
      else resolve(address.port);
    });
  });
}
