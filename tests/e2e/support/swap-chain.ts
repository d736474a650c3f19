import type { Page } from '@playwright/test';
import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { e2ePorts, siteOrigin } from './ports.ts';

/** A chain for a single test file, which may be reset and stopped: pages use it instead of the server's. */
export interface SwapChain {
  node: TestNode;
  /** Redirects the page's and its wallet's chain requests to this node. */
  lead: (page: Page) => Promise<ChainLine>;
}

/** The connection between a page and the node. */
export interface ChainLine {
  /**
   * Makes requests fail, as with a node that is down, or wait; `null` lets all of them through again. Resolves when those let through
   * before have been answered.
   */
  disturb: (kind: 'DOWN' | 'SLOW' | null) => Promise<void>;
  answered: () => number;
  refused: () => number;
}

export async function startSwapChain(): Promise<SwapChain> {
  const node = await startTestNode(['--balance', '100000']);
  await deployContracts(node.url);
  return { node, lead: (page) => leadTo(page, node.url) };
}

async function leadTo(page: Page, url: string): Promise<ChainLine> {
  let disturbance: 'DOWN' | 'SLOW' | null = null;
  const underWay = new Set<Promise<unknown>>();
  let answered = 0;
  let refused = 0;
  let letThrough = Promise.withResolvers<undefined>();
  await page.route(`http://127.0.0.1:${e2ePorts.chain}/**`, async (route) => {
    if (disturbance === 'DOWN') {
      refused += 1;
      return route.abort('connectionrefused');
    }
    if (disturbance === 'SLOW') await letThrough.promise;
    answered += 1;
    // Closing a page cancels its requests.
    const answer = route
      .request()
      .response()
      .catch(() => null)
      .finally(() => underWay.delete(answer));
    underWay.add(answer);
    return route.continue({ url });
  });
  await page.routeWebSocket(`ws://127.0.0.1:${e2ePorts.chain}`, (socket) => {
    const upstream = new WebSocket(url.replace(/^http/, 'ws'));
    const waiting: string[] = [];
    upstream.addEventListener('open', () => waiting.splice(0).forEach((message) => upstream.send(message)));
    upstream.addEventListener('message', ({ data }) => {
      if (disturbance === null) socket.send(String(data));
    });
    socket.onMessage((message) => {
      if (upstream.readyState === WebSocket.OPEN) upstream.send(String(message));
      else waiting.push(String(message));
    });
    socket.onClose(() => upstream.close());
  });
  return {
    disturb: async (kind) => {
      const before = [...underWay];
      disturbance = kind;
      if (kind === 'SLOW') letThrough = Promise.withResolvers();
      else letThrough.resolve(undefined);
      await Promise.all(before);
    },
    answered: () => answered,
    refused: () => refused,
  };
}

/** The local storage of a device whose development wallet is connected with an account, 1 to 10. */
export function connectedWallet(account: number): Record<string, string> {
  const chain = { id: 210000, name: 'JuChain Mainnet', symbol: 'JU', rpcUrl: `http://127.0.0.1:${e2ePorts.chain}` };
  const state = { selected: account - 1, connected: [siteOrigin], locked: false, chainId: chain.id, chains: [chain] };
  return { 'jufi:wallet': 'org.jufi.development', 'jufi-wallet': JSON.stringify(state) };
}

export const swapContracts = developmentAddresses;
