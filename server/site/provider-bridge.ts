import { getRequestListener } from '@hono/node-server';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Provider } from '../../provider/create-provider.ts';
import type { RequestTarget } from './request-target.ts';

export interface BridgeOptions {
  provider: Pick<Provider, 'fetch'>;
  siteUrl: string;
  clientAddress: (request: IncomingMessage) => string;
  onError: (error: unknown) => void;
}

export type Bridge = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<void>;

/** Passes a Node request to the provider's `fetch`, streaming both bodies. */
export function createProviderBridge({ provider, siteUrl, clientAddress, onError }: BridgeOptions): Bridge {
  const { host } = new URL(siteUrl);
  const listener = getRequestListener(
    async (request, { incoming }) => provider.fetch(request, { address: isHttp1(incoming) ? clientAddress(incoming) : '' }),
    {
      hostname: host,
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        onError(error);
        return Response.json({ code: 'INTERNAL_ERROR', message: 'Internal Server Error' }, { status: 500 });
      },
    },
  );
  return async (request, response, target) => {
    // The Host header is client input; what the provider derives from its own address must use the configured one.
    request.headers.host = host;
    request.url = `${target.path}${target.search}`;
    await listener(request, response);
  };
}

function isHttp1(incoming: { httpVersionMajor: number }): incoming is IncomingMessage {
  return incoming.httpVersionMajor === 1;
}
