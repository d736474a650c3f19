import { getRequestListener } from '@hono/node-server';
import type { IncomingMessage } from 'node:http';
import type { LocalAccount } from 'viem';
import { createProvider, type Provider } from '../create-provider.ts';
import { clientAddress } from '../http/client-address.ts';
import type { SocketFigures } from '../http/guard-sockets.ts';
import { createGuardedServer, type GuardOptions } from '../http/guarded-server.ts';
import { createLogger } from '../logging/create-logger.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import type { ProviderSettings } from '../settings.ts';
import { listen, type Listening, stopSignal } from './listen.ts';

/** Runs the provider in its own process until it's stopped. */
export async function startAlone(settings: ProviderSettings, payoutAccount: LocalAccount | undefined): Promise<void> {
  const log = createLogger({ name: 'provider', level: settings.logLevel });
  const provider = await createProvider({ ...settings, payoutAccount, log });
  try {
    const served = await serveProvider({ ...settings, provider, log });
    log.info({ host: settings.host, port: served.port }, 'the provider answers under /api');
    await Promise.race([stopSignal(), served.failed]);
    await served.stop();
  } finally {
    await provider.close();
  }
}

interface ServeOptions extends GuardOptions {
  provider: Pick<Provider, 'fetch'>;
  host: string;
  port: number;
}

interface ServedProvider extends Listening {
  sockets: () => SocketFigures;
}

/** An HTTP server for the provider only. */
export async function serveProvider({ provider, host, port, ...options }: ServeOptions): Promise<ServedProvider> {
  const listener = getRequestListener(
    (request, { incoming }) =>
      provider.fetch(request, { address: isHttp1(incoming) ? clientAddress(incoming, options.trustedProxies) : '' }),
    {
      hostname: host,
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        options.log.error({ failure: describeFailure(error) }, 'failed');
        return Response.json({ code: 'INTERNAL_ERROR', message: 'Internal Server Error' }, { status: 500 });
      },
    },
  );
  const { server, sockets } = createGuardedServer(options, (request, response) => void listener(request, response));
  return { ...(await listen(server, { hostName: 'PROVIDER_HOST', portName: 'PROVIDER_PORT', host, port })), sockets };
}

function isHttp1(incoming: { httpVersionMajor: number }): incoming is IncomingMessage {
  return incoming.httpVersionMajor === 1;
}
