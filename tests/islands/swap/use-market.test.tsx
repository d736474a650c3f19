// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import type { MarketState } from '../../../src/lib/swap/market-state.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { member } from '../../shell/member.ts';

const owner = developmentAccount(3).address;
let node: TestNode;
let root: Root;
let market: MarketState;
/** The page's requests to the node, in order. */
let asked: { method: string; params?: readonly unknown[] }[][];
/** Stands in for the node where it gives an answer. */
let disturb: (body: string) => Response | undefined;

beforeAll(async () => {
  node = await startTestNode(['--balance', '100000']);
  await deployContracts(node.url);
});
afterAll(() => node.kill());
beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_CHAIN_RPC_URL', node.url);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  [asked, disturb] = [[], () => undefined];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? init.body : '';
    // The test's own client asks one thing at a time.
    if (body.startsWith('[')) asked.push(JSON.parse(body) as (typeof asked)[number]);
    const instead = disturb(body);
    return instead ? Promise.resolve(instead) : fetch(input, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  });
  localStorage.setItem('AUTH_TOKEN', 'secret');
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  localStorage.setItem('prevAddr', owner);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
});

it('reads reserves, balances and allowances at the very block that was read before, in two requests at most', async () => {
  await show();
  await settled(() => market.market !== null);
  const { blockNumber, holdings, pools } = market.market ?? {};
  expect(pools).toHaveLength(3);
  expect(holdings).toMatchObject({ owner, balances: { JU: await node.publicClient.getBalance({ address: owner }) } });
  const state = asked.map((calls) => calls.filter(({ method, params = [] }) => method === 'eth_getBalance' || readsState(params)));
  const at = state.flat().map(({ params = [] }) => params[1]);
  expect(at).toHaveLength(3 + 6 + 1);
  expect(new Set(at)).toEqual(new Set([`0x${(blockNumber ?? 0).toString(16)}`]));
  // Reads that need the pairs' addresses may come one request later.
  expect(state.filter((calls) => calls.length > 0).length).toBeLessThanOrEqual(2);
});

it('continues with the next block, and keeps the previous state while a node doesn’t know that block yet', async () => {
  await show();
  await settled(() => market.market !== null);
  const before = market.market?.blockNumber ?? 0;
  disturb = (body) => (body.includes('eth_getBalance') ? refusing(body) : undefined);
  await node.testClient.mine({ blocks: 1 });
  const { refreshMarket } = await import('../../../src/stores/swap.ts');
  const requests = asked.length;
  await act(() => refreshMarket());
  await settled(() => asked.length >= requests + 2);
  expect(market).toMatchObject({ market: { blockNumber: before }, trouble: null });
  disturb = () => undefined;
  await node.testClient.mine({ blocks: 1 });
  await act(() => refreshMarket());
  await settled(() => market.market?.blockNumber === before + 2);
  expect(market.trouble).toBeNull();
});

it('shows at once what an earlier page of this member read, marked as such, until the chain has answered', async () => {
  await show();
  await settled(() => market.market !== null);
  const { market: read } = market;
  goOn();
  await node.testClient.mine({ blocks: 1 });
  const requests = asked.length;
  await show();
  expect(market).toMatchObject({ market: read, isKept: true });
  expect(market.facts?.pairs).toHaveLength(3);
  expect(asked).toHaveLength(requests);
  await settled(() => !market.isKept);
  expect(market.market?.blockNumber).toBe((read?.blockNumber ?? 0) + 1);

  goOn();
  localStorage.setItem('prevAddr', developmentAccount(4).address);
  await show();
  expect(market).toMatchObject({ market: null, isKept: false });
});

it('keeps nothing for a session that is over', async () => {
  await show();
  await settled(() => market.market !== null);
  localStorage.removeItem('AUTH_TOKEN');
  goOn();
  expect(Object.keys(localStorage).filter((key) => key.includes('market'))).toEqual([]);
});

/** Leaves the page for another one. */
function goOn(): void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  act(() => root.unmount());
  hidden.mockRestore();
  vi.resetModules();
}

async function show(): Promise<void> {
  const { useMarket } = await import('../../../src/islands/swap/use-market.ts');
  const { ChainState } = await import('../../../src/islands/chain/ChainState.tsx');
  function Market(): null {
    const state = useMarket();
    useEffect(() => void (market = state), [state]);
    return null;
  }
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <ChainState>
        <Market />
      </ChainState>,
    ),
  );
}

/** Lets React render meanwhile. */
async function settled(isSo: () => boolean): Promise<void> {
  await act(() => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000 }));
}

/** Reserves, balances and allowances, by the first bytes of what is called. */
function readsState([call]: readonly unknown[]): boolean {
  const data = typeof call === 'object' && call !== null && 'data' in call ? String(call.data) : '';
  return ['0x0902f1ac', '0x70a08231', '0xdd62ed3e'].some((selector) => data.startsWith(selector));
}

function refusing(body: string): Response {
  const calls = JSON.parse(body) as { id: number }[];
  const error = { code: -32000, message: 'header not found' };
  return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })));
}
