import { createServer, type IncomingMessage, Server } from 'node:http';
import { serve } from '@hono/node-server';
import { type LocalAccount } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { guardSockets, patientServer } from '../http/guard-sockets.ts';
import { createLogger } from '../logging/create-logger.ts';
import { createProvider } from '../create-provider.ts';
import { type ProviderSettings } from '../settings.ts';

/** The provider in a process of its own, until it is told to stop. */
export async function startAlone(settings: ProviderSettings, operator: LocalAccount | undefined): Promise<void> {
  const log = createLogger({ name: 'provider', level: settings.logLevel });
  const provider = await createProvider({ ...settings, operator, chainId: productChain.id, log });
  const server = serve({
    createServer,
    serverOptions: patientServer,
    hostname: settings.host,
    port: settings.port,
    fetch: (request, { incoming }) => provider.fetch(request, { address: clientAddress(incoming, settings.trustedProxies) }),
  });
  if (server instanceof Server) guardSockets(server, { perClient: settings.trustedProxies > 0 ? Infinity : settings.socketsPerClient });
  server.on('listening', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : settings.port;
    log.info({ host: settings.host, port }, 'the provider answers under /api');
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    const stop = (): void => void server.close(() => resolve());
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
  await provider.close();
}

/** The address as the outermost of the trusted proxies saw it; what stands further left in the header is the client's own word. */
function clientAddress(
  incoming: { socket?: IncomingMessage['socket']; headers: IncomingMessage['headers'] },
  trustedProxies: number,
): string {
  const forwarded = [incoming.headers['x-forwarded-for'] ?? []].flat().flatMap((header) => header.split(','));
  const seen = [...forwarded.map((address) => address.trim()), incoming.socket?.remoteAddress ?? 'unknown'];
  return seen.at(-1 - trustedProxies) ?? seen[0] ?? 'unknown';
}
