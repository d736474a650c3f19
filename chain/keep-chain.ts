import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import type { Log } from '../processes/child-process.ts';
import { SetupError } from '../processes/setup-error.ts';
import type { NodeClient } from './node-client.ts';

export interface KeepChainOptions {
  node: NodeClient;
  url: string;
  statePath: string;
  log: Log;
  /** Block interval after a transaction, so that confirmations come quickly. */
  busyBlockEveryMs: number;
  /** Block interval once nothing has happened for a while: each block makes the saved chain longer. */
  idleBlockEveryMs: number;
}

export interface ChainKeeper {
  /** Saves what isn't saved yet and stops. */
  close(): Promise<void>;
  /** For a node that is gone. */
  abandon(): void;
}

const BUSY_FOR_MS = 120_000;
const headSchema = z.object({ method: z.literal('eth_subscription'), params: z.object({ result: z.object({ gasUsed: z.string() }) }) });

const unpack = promisify(gunzip);
const hexNumber = z.string().regex(/^0x[0-9a-f]+$/);
const headerSchema = z.looseObject({ number: hexNumber, timestamp: hexNumber });
const stateSchema = z.looseObject({ block: headerSchema, blocks: z.array(z.looseObject({ header: headerSchema })).min(1) });
const dumpSchema = z.string().regex(/^0x[0-9a-f]+$/);

/** Saves the chain after every block, so that a kill costs at most the block being saved, and mines blocks when nothing else does. */
export function keepChain({ node, url, statePath, log, busyBlockEveryMs, idleBlockEveryMs }: KeepChainOptions): ChainKeeper {
  let busyUntil = performance.now() + BUSY_FOR_MS;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const saver = createSaver(() => saveChain(node, statePath), log);

  const heads = new WebSocket(url.replace(/^http/, 'ws'));
  heads.addEventListener('open', () =>
    heads.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })),
  );
  heads.addEventListener('message', ({ data }) => {
    const head = headSchema.safeParse(JSON.parse(String(data)));
    if (!head.success || closed) return;
    if (BigInt(head.data.params.result.gasUsed) > 0n) busyUntil = performance.now() + BUSY_FOR_MS;
    saver.request();
    armTimer();
  });

  function armTimer(): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(mine, performance.now() < busyUntil ? busyBlockEveryMs : idleBlockEveryMs);
  }

  function mine(): void {
    armTimer();
    // The supervisor handles a node that is gone: it sees the process end.
    node.call('evm_mine').catch((error: unknown) => log(`No block could be mined: ${String(error)}`));
  }

  function abandon(): void {
    closed = true;
    clearTimeout(timer);
    heads.close();
  }

  armTimer();
  return {
    abandon,
    async close() {
      abandon();
      saver.request();
      await saver.settled();
    },
  };
}

interface Saver {
  request(): void;
  settled(): Promise<void>;
}

/** Runs one save at a time; whatever happens meanwhile is covered by one more afterwards. */
function createSaver(save: () => Promise<void>, log: Log): Saver {
  let running: Promise<void> | undefined;
  let wanted = false;

  async function run(): Promise<void> {
    while (wanted) {
      wanted = false;
      await save().catch((error: unknown) => log(`The chain could not be saved: ${String(error)}`));
    }
    running = undefined;
  }

  return {
    request() {
      wanted = true;
      running ??= run();
    },
    async settled() {
      await running;
    },
  };
}

interface SavedChain {
  json: string;
  headTimestamp: number;
}

/** `undefined` if there is no chain yet. */
export async function readSavedChain(path: string): Promise<SavedChain | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    const state = stateSchema.parse(JSON.parse((await unpack(readFileSync(path))).toString()));
    const json = JSON.stringify({ ...state, blocks: withOneGenesis(state.blocks) });
    return { json, headTimestamp: Number(state.block.timestamp) };
  } catch (cause) {
    throw new SetupError(
      'CHAIN_BROKEN',
      `The embedded chain's saved state ${path} cannot be read: restore it from a backup, or move the whole data folder away (database and chain belong together) to start empty.`,
      { cause },
    );
  }
}

/** anvil creates a genesis on every start and saves it next to the loaded one, which would leave block 0 ambiguous. */
function withOneGenesis<Block extends { header: z.infer<typeof headerSchema> }>(blocks: readonly Block[]): Block[] {
  const [genesis] = blocks
    .filter((block) => Number(block.header.number) === 0)
    .sort((a, b) => Number(a.header.timestamp) - Number(b.header.timestamp));
  return [...(genesis === undefined ? [] : [genesis]), ...blocks.filter((block) => Number(block.header.number) !== 0)];
}

/** anvil's own --state-interval overwrites the only copy, so a kill at the wrong moment would leave half a chain. */
export async function saveChain(node: NodeClient, path: string): Promise<void> {
  const packed = dumpSchema.parse(await node.call('anvil_dumpState'));
  await writeFileSafely(path, Buffer.from(packed.slice(2), 'hex'));
}

/** After a crash at any moment, the file contains either all of the old content or all of the new. */
async function writeFileSafely(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const half = `${path}.half`;
  const file = await open(half, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
