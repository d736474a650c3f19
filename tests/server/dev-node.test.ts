import { rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { developmentAccounts } from '../../chain/role-accounts.ts';
import { type DevNode, type DevNodeOptions, startDevNode } from '../../chain/dev-node.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RECEIVER = '0x00000000000000000000000000000000000000aa';
const [first] = developmentAccounts;
let folder: string;
let port: number;
let running: DevNode[];

beforeEach(async () => {
  folder = temporaryFolder('chain');
  port = await findFreePort();
  running = [];
});

afterEach(async () => {
  for (const node of running) await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<DevNodeOptions> = {}): Promise<DevNode> {
  const node = await startDevNode({ folder, port, log: () => undefined, ...options });
  running.push(node);
  return node;
}

const reader = (node: DevNode) => createPublicClient({ transport: http(node.url), pollingInterval: 20, cacheTime: 0 });

async function pay(node: DevNode, value: bigint): Promise<Hex> {
  if (first === undefined) throw new Error('There are no accounts');
  const wallet = createWalletClient({ account: privateKeyToAccount(first.privateKey), transport: http(node.url) });
  return wallet.sendTransaction({ chain: null, to: RECEIVER, value });
}

async function timestamps(node: DevNode): Promise<number[]> {
  const client = reader(node);
  const height = await client.getBlockNumber();
  const blocks = await Promise.all(
    Array.from({ length: Number(height) + 1 }, (_, number) => client.getBlock({ blockNumber: BigInt(number) })),
  );
  return blocks.map((block) => Number(block.timestamp));
}

describe('the development chain', () => {
  test('keeps its blocks when it is killed, and continues at the present time, never backwards', async () => {
    const before = await start();
    const genesis = await reader(before).getBlock({ blockNumber: 0n });
    const savedAtMs = statSync(join(folder, 'chain.json.gz')).mtimeMs;
    const hash = await pay(before, parseEther('1'));
    const receipt = await reader(before).waitForTransactionReceipt({ hash });
    await expect.poll(() => statSync(join(folder, 'chain.json.gz')).mtimeMs).toBeGreaterThan(savedAtMs);
    process.kill(before.pid, 'SIGKILL');
    await before.exited;
    const again = await start();
    await again.stop();
    const after = await start();
    const client = reader(after);
    expect((await client.getTransactionReceipt({ hash })).blockHash).toBe(receipt.blockHash);
    expect(await client.getBalance({ address: RECEIVER })).toBe(parseEther('1'));
    expect((await client.getBlock({ blockNumber: 0n })).hash).toBe(genesis.hash);
    await pay(after, 1n);
    const times = await timestamps(after);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.abs((times.at(-1) ?? 0) - Date.now() / 1000)).toBeLessThan(10);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(119 * 86_400);
  });

  test('stops a node left by a killed run, and keeps what it did meanwhile', async () => {
    const left = await start();
    const hash = await pay(left, 5n);
    // Transactions that are only in a node's pool aren't promised to anybody.
    await reader(left).waitForTransactionReceipt({ hash });
    const next = await start();
    await left.exited;
    expect((await reader(next).getTransactionReceipt({ hash })).status).toBe('success');
  });

  test('mines on its own, so that confirmations increase', async () => {
    const node = await start({ busyBlockEveryMs: 50 });
    const height = await reader(node).getBlockNumber();
    await expect.poll(async () => reader(node).getBlockNumber()).toBeGreaterThan(height + 2n);
  });

  test('starts from scratch after a first start that failed halfway', async () => {
    const fails = start({
      onReady: () => Promise.reject(new Error('deployment failed')),
    });
    await expect(fails).rejects.toThrow('deployment failed');
    const node = await start();
    expect(await reader(node).getBlockNumber()).toBe(1n);
  });

  test('reports a port in use in one line', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await expect(start()).rejects.toThrow(
      `CHAIN_PORT ${port} is taken by another program: end that program, or start with CHAIN_PORT set to a free port.`,
    );
    other.close();
  });

  test('reports a broken state in one line, and doesn’t touch it', async () => {
    writeFileSync(join(folder, 'chain.json.gz'), 'half');
    await expect(start()).rejects.toThrow(/^The embedded chain's saved state .* cannot be read: .* start empty\.$/);
  });
});
