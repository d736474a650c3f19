import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';

import type { NodeClient } from './node-client.ts';
import { SetupError } from '../processes/setup-error.ts';
import { writeFileSafely } from '../processes/write-file-safely.ts';

export interface SavedChain {
  json: string;
  headTimestamp: number;
}

const unpack = promisify(gunzip);
const hexNumber = z.string().regex(/^0x[0-9a-f]+$/);
const headerSchema = z.looseObject({ number: hexNumber, timestamp: hexNumber });
const stateSchema = z.looseObject({ block: headerSchema, blocks: z.array(z.looseObject({ header: headerSchema })).min(1) });
const dumpSchema = z.string().regex(/^0x[0-9a-f]+$/);

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
