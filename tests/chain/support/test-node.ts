import { setTimeout as wait } from 'node:timers/promises';
import {
  type Abi,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Address,
  defineChain,
  type Hex,
  http,
  type WalletClient,
  type Account,
  type Chain,
  type Transport,
} from 'viem';
import type { LocalAccount } from 'viem/accounts';

import { anvilBinary } from '../../../chain/dev-node.ts';
import { startChild } from '../../../processes/child-process.ts';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import { receiptOf } from '../../support/receipt-of.ts';

export interface TestNode {
  url: string;
  pid: number;
  publicClient: ReturnType<typeof clientsFor>['publicClient'];
  testClient: ReturnType<typeof clientsFor>['testClient'];
  /** Sends as one of the ten wallet accounts, or as a given account. */
  as(account: number | LocalAccount): WalletClient<Transport, Chain, Account>;
  /** Deploys a contract and returns its address. */
  create(contract: { abi: Abi; bytecode: Hex }, args?: readonly unknown[]): Promise<Address>;
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export const GENESIS = Math.floor(Date.UTC(2026, 0, 1) / 1000);

/** A node for a single test file, which may be reset, stopped and killed. */
export async function startTestNode(options: readonly string[] = ['--timestamp', String(GENESIS)]): Promise<TestNode> {
  const port = await findFreePort();
  const lines: string[] = [];
  const fixed = ['--port', String(port), '--chain-id', String(productChain.id), '--quiet'];
  const child = await startChild(anvilBinary(), [...fixed, ...options], { log: (line) => void lines.push(line), orphanSignal: 'TERM' });
  const url = `http://127.0.0.1:${port}`;
  const { base, publicClient, testClient } = clientsFor(url);
  while ((await publicClient.getChainId().catch(() => null)) === null) {
    if (child.hasExited()) throw new Error(`The test's node did not start:\n${lines.join('\n')}`);
    await wait(10);
  }
  const as: TestNode['as'] = (account) =>
    createWalletClient({ ...base, account: typeof account === 'number' ? developmentAccount(account) : account });
  return {
    url,
    pid: child.pid,
    publicClient,
    testClient,
    as,
    async create({ abi, bytecode }, args = []) {
      const hash = await as(0).deployContract({ abi, bytecode, args });
      const { contractAddress, status } = await receiptOf(publicClient, hash);
      if (status !== 'success' || !contractAddress) throw new Error('The test contract could not be deployed');
      return contractAddress;
    },
    async kill(signal = 'SIGTERM') {
      child.kill(signal);
      await child.exited;
    },
  };
}

function clientsFor(url: string) {
  const chain = defineChain({
    id: productChain.id,
    name: productChain.name,
    nativeCurrency: productChain.nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  });
  const base = { chain, transport: http(url, { retryCount: 0 }), pollingInterval: 10, cacheTime: 0 };
  return { base, publicClient: createPublicClient(base), testClient: createTestClient({ ...base, mode: 'anvil' }) };
}
