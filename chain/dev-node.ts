import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Child, type ChildExit, type Log, startChild, stopChild, type StopPlan } from '../processes/child-process.ts';
import { isPortFree } from '../processes/find-free-port.ts';
import { processIdentity, stopLeftover } from '../processes/process-identity.ts';
import { SetupError } from '../processes/setup-error.ts';
import { productChain } from '../src/lib/chain/product-chain.ts';
import { DEVELOPMENT_BALANCE_JU, DEVELOPMENT_MNEMONIC, developmentAccounts } from './role-accounts.ts';
import { keepChain, readSavedChain, saveChain } from './keep-chain.ts';
import { createNodeClient, type NodeClient } from './node-client.ts';

export interface DevNodeOptions {
  /** Only one process may use it at a time; the caller holds the lock. */
  folder: string;
  port: number;
  log: Log;
  /**
   * Deploys and seeds; runs on every start before the node is used by anyone else. On a new chain, the time is then 120 days ago, and
   * nothing is saved until this is done, so a kill in between means starting from scratch.
   */
  onReady?: ((url: string) => Promise<void>) | undefined;
  busyBlockEveryMs?: number | undefined;
  idleBlockEveryMs?: number | undefined;
}

export interface DevNode {
  url: string;
  pid: number;
  stop(): Promise<void>;
  exited: Promise<ChildExit>;
}

/** Age of a new chain, since price charts need a past. */
const GENESIS_AGE_SECONDS = 120 * 24 * 60 * 60;
const START_WITHIN_MS = 30_000;
const NODE_STOP: StopPlan = [
  { signal: 'SIGTERM', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/** A real EVM node with the product chain's id that survives being killed. */
export async function startDevNode({
  folder,
  port,
  log,
  onReady,
  busyBlockEveryMs = 2_000,
  idleBlockEveryMs = 12_000,
}: DevNodeOptions): Promise<DevNode> {
  const root = resolve(folder);
  const statePath = join(root, 'chain.json.gz');
  const url = `http://127.0.0.1:${port}`;
  const node = createNodeClient(url);
  mkdirSync(root, { recursive: true });
  await clearLeftoverNode(root, statePath, NODE_STOP);
  await requireFreePort(port);
  const saved = await readSavedChain(statePath);
  const child = await runAnvil({ root, port, log, savedJson: saved?.json, timestamp: startTime(saved?.headTimestamp) });
  rememberNode(root, { pid: child.pid, url });
  try {
    await untilReady(node, child, port);
    await onReady?.(url);
    await bringToPresent(node);
    await saveChain(node, statePath);
  } catch (error) {
    await stopChild(child, NODE_STOP);
    throw error;
  }
  const keeper = keepChain({ node, url, statePath, log, busyBlockEveryMs, idleBlockEveryMs });
  void child.exited.then(() => keeper.abandon());
  return {
    url,
    pid: child.pid,
    exited: child.exited,
    stop: async () => {
      if (!child.hasExited()) await keeper.close();
      await stopChild(child, NODE_STOP);
    },
  };
}

/**
 * For a saved chain, `--timestamp` doesn't affect the genesis but sets the node's clock: without it, the next block would be as old as the
 * genesis, and a block must never be older than the one before.
 */
function startTime(headTimestamp: number | undefined): number {
  return headTimestamp === undefined ? nowSeconds() - GENESIS_AGE_SECONDS : Math.max(nowSeconds(), headTimestamp + 1);
}

interface AnvilOptions {
  root: string;
  port: number;
  log: Log;
  savedJson: string | undefined;
  timestamp: number;
}

async function runAnvil({ root, port, log, savedJson, timestamp }: AnvilOptions): Promise<Child> {
  const cache = join(root, 'cache');
  const loaded = join(root, 'loaded.json');
  // anvil writes a file for each old block there and never deletes any.
  rmSync(cache, { recursive: true, force: true });
  if (savedJson !== undefined) writeFileSync(loaded, savedJson);
  const options = [
    ['--host', '127.0.0.1'],
    ['--port', String(port)],
    ['--chain-id', String(productChain.id)],
    ['--mnemonic', DEVELOPMENT_MNEMONIC],
    ['--accounts', String(developmentAccounts.length)],
    ['--balance', String(DEVELOPMENT_BALANCE_JU)],
    ['--timestamp', String(timestamp)],
    ['--cache-path', cache],
    ['--quiet'],
    savedJson === undefined ? [] : ['--load-state', loaded],
  ];
  return startChild(anvilBinary(), options.flat(), { log, cwd: root, orphanSignal: 'TERM' });
}

async function untilReady(node: NodeClient, child: Child, port: number): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.hasExited()) break;
    // Connections are refused until it is up.
    const chainId = await node.call('eth_chainId').catch(() => undefined);
    if (chainId === productChain.hexId) return;
    await wait(10);
  }
  if (!(await isPortFree(port)) && child.hasExited()) throw portTaken(port);
  throw new SetupError(
    'CHAIN_DOES_NOT_START',
    'The embedded chain did not start; the lines of the chain above say why. Set PUBLIC_CHAIN_RPC_URL to use another node.',
  );
}

/** `evm_setTime` accepts any time, even one before the newest block: anvil doesn't check it. */
async function bringToPresent(node: NodeClient): Promise<void> {
  const { timestamp } = await node.getBlock('latest');
  await node.call('evm_setTime', Math.max(nowSeconds(), timestamp + 1));
  await node.call('evm_mine');
}

async function requireFreePort(port: number): Promise<void> {
  if (!(await isPortFree(port))) throw portTaken(port);
}

function portTaken(port: number): SetupError {
  return new SetupError(
    'CHAIN_PORT_TAKEN',
    `CHAIN_PORT ${port} is taken by another program: end that program, or start with CHAIN_PORT set to a free port.`,
  );
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

const noteSchema = z.object({ pid: z.number().int().positive(), identity: z.string(), url: z.url() });

function rememberNode(folder: string, { pid, url }: { pid: number; url: string }): void {
  writeFileSync(notePath(folder), JSON.stringify({ pid, identity: processIdentity(pid) ?? '', url }));
}

/** Stops the node of a killed run. It kept running since, so its state is saved first. */
async function clearLeftoverNode(folder: string, statePath: string, plan: StopPlan): Promise<void> {
  const path = notePath(folder);
  if (!existsSync(path)) return;
  const note = readNote(path);
  if (note !== undefined && processIdentity(note.pid) === note.identity) {
    // Without a saved state, the first start was incomplete and is discarded.
    if (existsSync(statePath)) await saveChain(createNodeClient(note.url), statePath).catch(() => undefined);
    if (!(await stopLeftover(note.pid, note.identity, plan))) {
      throw new SetupError(
        'CHAIN_STILL_RUNS',
        `The embedded chain of an earlier run (process ${note.pid}) does not stop: end it with \`kill -9 ${note.pid}\`.`,
      );
    }
  }
  rmSync(path, { force: true });
}

function readNote(path: string): z.infer<typeof noteSchema> | undefined {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // An incomplete note, from a run killed right after its node started; the port check will find the node.
    return undefined;
  }
}

function notePath(folder: string): string {
  return join(folder, 'node.json');
}

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * The program inside the platform's own npm package. Not through the wrapper package, whose script would stand between us and the node's
 * signals, and which requires packages of other platforms that not every registry has.
 */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const { resolve } = createRequire(import.meta.url);
    const binary = join(dirname(resolve(`${name}/package.json`)), 'bin', fileName);
    if (existsSync(binary)) return binary;
  } catch (cause) {
    throw notInstalled(name, cause);
  }
  throw notInstalled(name, undefined);
}

function notInstalled(name: string, cause: unknown): SetupError {
  return new SetupError(
    'NO_CHAIN_BINARY',
    `The package ${name} is not installed, so there is no embedded chain: run \`npm ci\`, or set PUBLIC_CHAIN_RPC_URL.`,
    { cause },
  );
}
