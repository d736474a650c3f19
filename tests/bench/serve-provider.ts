/** The provider as its own server, as `npm run provider` runs it; uses DATABASE_URL, and reports its port to the process that forked it. */
import { serve } from '@hono/node-server';

import { createProvider } from '../../provider/create-provider.ts';

const provider = await createProvider({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  siteUrl: 'https://jufi.example',
  // Transfers signed by keys don't query the chain.
  chainRpcUrl: 'http://127.0.0.1:9',
  environment: 'test',
  limits: { callsPerClient: 1e9 },
});
const server = serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => provider.fetch(request, { address: '127.0.0.1' }),
});
server.on('listening', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
process.once('disconnect', () => server.close(() => void provider.close()));
