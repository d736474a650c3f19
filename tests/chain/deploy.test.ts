import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { concat, keccak256, numberToHex, pad, parseEther, parseUnits } from 'viem';
import { afterEach, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { createNodeClient, signTransactions } from '../../chain/node-client.ts';
import firstVault from '../../chain/first-vault.json' with { type: 'json' };
import { planDeployment } from '../../chain/plan-deployment.ts';
import { developmentAccount, roleAccount } from '../../chain/role-accounts.ts';
import { developmentAddresses } from '../../src/lib/chain/addresses/development-addresses.ts';
import { balanceOf, contracts, reservesOf } from './support/exchange.ts';
import { GENESIS, startTestNode, type TestNode } from './support/test-node.ts';
import { receiptOf } from '../support/receipt-of.ts';

const deployer = roleAccount('deployer').address;
/** The steps of the first chains. */
const FIRST_STEPS = 37;
const FIRST_STEPS_HASH = '0xb80addb662f3b32cfe521206e8d11b5b4a26885d730d5ca26c326ab90316a23e';
const nodes: TestNode[] = [];
const OWNERS = [deployer, roleAccount('operator').address].map((address) => pad(address).slice(2)).join('');

async function start(options?: readonly string[]): Promise<TestNode> {
  const node = await startTestNode(options);
  nodes.push(node);
  return node;
}

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.kill()));
});

describe('deploying', () => {
  test('yields the committed addresses on every chain, with balances and pools', async () => {
    const node = await start();
    expect(await deployContracts(node.url)).toEqual(developmentAddresses);
    for (const index of [0, 9]) {
      const { address } = developmentAccount(index);
      expect(await balanceOf(node, contracts.juf.address, address)).toBe(parseEther('50000'));
      expect(await balanceOf(node, contracts.usdt.address, address)).toBe(parseUnits('50000', 6));
      expect(await balanceOf(node, contracts.wju.address, address)).toBe(0n);
    }
    const pool = await reservesOf(node, contracts.jufUsdt.address, contracts.juf.address);
    expect(pool).toMatchObject({ own: parseEther('500000'), other: parseUnits('180000', 6) });
    expect(await node.publicClient.readContract({ ...contracts.router, functionName: 'WETH' })).toBe(contracts.wju.address);
    expect(await node.publicClient.readContract({ ...contracts.vault, functionName: 'operator' })).toBe(roleAccount('operator').address);
    const [codeHash, pairCode] = await Promise.all([
      node.publicClient.readContract({ ...contracts.factory, functionName: 'pairCodeHash' }),
      node.publicClient.getCode({ address: contracts.jufUsdt.address }),
    ]);
    expect(codeHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(pairCode?.length).toBeGreaterThan(1_000);
  });

  test('does nothing the second time', async () => {
    const node = await start();
    await deployContracts(node.url);
    const before = [await node.publicClient.getBlockNumber(), await node.publicClient.getTransactionCount({ address: deployer })];
    await deployContracts(node.url);
    expect([await node.publicClient.getBlockNumber(), await node.publicClient.getTransactionCount({ address: deployer })]).toEqual(before);
  });

  test.each([1, 5, 17, 40])('resumes after %i transactions of a killed run', async (done) => {
    const node = await start();
    const client = createNodeClient(node.url);
    const { steps } = planDeployment();
    await client.call('anvil_setBalance', deployer, numberToHex(parseEther('10000000')));
    await client.call('evm_setAutomine', false);
    const signed = await signTransactions(roleAccount('deployer'), 0, steps);
    await client.sendRawTransactions(signed.slice(0, done));
    while ((await client.getNonce(deployer)) < Math.min(done, steps.length)) await client.call('evm_mine');
    // Sent, but the run died before they were mined.
    await client.sendRawTransactions(signed.slice(done, done + 2));
    expect(await deployContracts(node.url)).toEqual(developmentAddresses);
    expect(await client.getNonce(deployer)).toBe(steps.length);
  });

  test('completes a chain saved by an older version at its start', async () => {
    const { steps } = planDeployment();
    const signed = await signTransactions(roleAccount('deployer'), 0, steps);
    // A changed step would leave existing chains without an upgrade path: append a new step instead.
    expect(keccak256(concat(signed.slice(0, FIRST_STEPS)))).toBe(FIRST_STEPS_HASH);

    const old = await start();
    const client = createNodeClient(old.url);
    await client.call('anvil_setBalance', deployer, numberToHex(parseEther('10000000')));
    await client.call('evm_setAutomine', false);
    await client.sendRawTransactions(signed.slice(0, FIRST_STEPS));
    while ((await client.getNonce(deployer)) < FIRST_STEPS) await client.call('evm_mine');
    const operator = roleAccount('operator').address;
    expect(await old.publicClient.getBalance({ address: operator })).toBe(0n);

    const folder = await mkdtemp(join(tmpdir(), 'jufi-deploy-'));
    try {
      const state = join(folder, 'state.json');
      await writeFile(state, JSON.stringify(await dump(old)));
      const later = await start(['--load-state', state, '--timestamp', String(GENESIS + 86_400)]);
      expect(await deployContracts(later.url)).toEqual(developmentAddresses);
      expect(await later.publicClient.getBalance({ address: operator })).toBe(parseEther('10000'));
      expect(await createNodeClient(later.url).getNonce(deployer)).toBe(steps.length);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('updates an older chain’s vault to this version’s code, and keeps its storage and balance', async () => {
    const node = await start();
    const client = createNodeClient(node.url);
    await deployContracts(node.url);
    const { vault } = contracts;
    const current = await node.publicClient.getCode(vault);
    await client.call('anvil_setCode', vault.address, await client.call('eth_call', { data: firstVault.bytecode + OWNERS }, 'latest'));
    expect(await node.publicClient.getCode(vault)).not.toBe(current);
    await node.testClient.setBalance({ address: vault.address, value: 7n });
    await node.as(roleAccount('operator')).writeContract({ ...vault, functionName: 'pause' });
    await deployContracts(node.url);
    expect(await node.publicClient.getCode(vault)).toBe(current);
    expect(await node.publicClient.readContract({ ...vault, functionName: 'paused' })).toBe(true);
    expect(await node.publicClient.readContract({ ...vault, functionName: 'owner' })).toBe(deployer);
    expect(await node.publicClient.readContract({ ...vault, functionName: 'operator' })).toBe(roleAccount('operator').address);
    expect(await node.publicClient.getBalance(vault)).toBe(7n);
  });

  test('refuses a chain on which the deployer did something else', async () => {
    const node = await start();
    await node.testClient.setBalance({ address: deployer, value: parseEther('1') });
    await receiptOf(node.publicClient, await node.as(roleAccount('deployer')).sendTransaction({ to: deployer, value: 1n }));
    await expect(deployContracts(node.url)).rejects.toMatchObject({ code: 'CHAIN_HOLDS_OTHER_CODE' });
  });

  test('a chain’s contents survive kill -9', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jufi-deploy-'));
    try {
      const state = join(folder, 'state.json');
      const first = await start(['--timestamp', String(GENESIS)]);
      await deployContracts(first.url);
      await writeFile(state, JSON.stringify(await dump(first)));
      await first.kill('SIGKILL');

      const second = await start(['--load-state', state, '--timestamp', String(GENESIS + 1_000)]);
      const before = await second.publicClient.getBlockNumber();
      await deployContracts(second.url);
      expect(await second.publicClient.getBlockNumber()).toBe(before);
      expect(await balanceOf(second, contracts.juf.address, developmentAccount(0).address)).toBe(parseEther('50000'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** The state as returned by the node: gzipped JSON. */
async function dump(node: TestNode): Promise<unknown> {
  const packed = await createNodeClient(node.url).call('anvil_dumpState');
  return JSON.parse(gunzipSync(Buffer.from(String(packed).slice(2), 'hex')).toString('utf8'));
}
