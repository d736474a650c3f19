import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { createWalletClient, defineChain, type Hex, http, numberToHex, parseEther } from 'viem';

import { createNodeClient } from '../../chain/node-client.ts';
import { developmentAccount } from '../../chain/role-accounts.ts';
import { startChild } from '../../processes/child-process.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';

const VERSIONS = { hardhat: '3.18.0', '@nomicfoundation/edr': '0.22.0', [`@nomicfoundation/edr-linux-${process.arch}-gnu`]: '0.22.0' };
const HOME = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.cache/long-chain');
/** Enough for the vault's event. */
const SEND_GAS = 100_000n;
const CONFIGURATION = `export default { networks: { node: { type: 'edr-simulated', chainId: ${productChain.id} } } };\n`;

export interface LongChain {
  url: string;
  setCode(address: Hex, code: Hex): Promise<void>;
  /** Empty blocks. */
  mine(blocks: number): Promise<void>;
  /** Sends JU from a funded account; mined at once. */
  send(index: number, to: Hex): Promise<Hex>;
  stop(): Promise<void>;
}

/**
 * A chain on which any number of blocks takes no time: Hardhat's node makes empty ones when they are asked for. Anvil's time for each block grows with their
 * number, so that 100,000 take it hours. Hardhat comes from the registry with its first run and lies beside the caches: only a bench uses it.
 */
export async function startLongChain(): Promise<LongChain> {
  install();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild(process.execPath, [join(HOME, 'node_modules/hardhat/dist/src/cli.js'), 'node', '--port', String(port)], {
    cwd: HOME,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    log: () => undefined,
    orphanSignal: 'TERM',
  });
  const chain = defineChain({ ...productChain, rpcUrls: { default: { http: [url] } } });
  const node = createNodeClient(url);
  while ((await node.call('eth_chainId').catch(() => null)) === null) {
    if (child.hasExited()) throw new Error('Hardhat’s node did not start.');
    await pause(50);
  }
  return {
    url,
    async setCode(address, code) {
      await node.call('hardhat_setCode', address, code);
    },
    async mine(blocks) {
      await node.call('hardhat_mine', numberToHex(blocks));
    },
    async send(index, to) {
      const account = developmentAccount(index);
      await node.call('hardhat_setBalance', account.address, numberToHex(parseEther('1000')));
      return createWalletClient({ account, chain, transport: http(url) }).sendTransaction({ to, value: 1n, gas: SEND_GAS });
    },
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

function install(): void {
  if (existsSync(join(HOME, 'node_modules/hardhat/package.json'))) return;
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: VERSIONS }));
  writeFileSync(join(HOME, 'hardhat.config.js'), CONFIGURATION);
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HOME, stdio: 'inherit' });
  if (status !== 0) throw new Error('Hardhat could not be fetched from the registry.');
}
