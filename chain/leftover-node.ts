import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import type { StopPlan } from '../processes/child-process.ts';
import { stopLeftover } from '../processes/leftover-process.ts';
import { createNodeClient } from './node-client.ts';
import { SetupError } from '../processes/setup-error.ts';
import { processIdentity } from '../processes/process-identity.ts';
import { saveChain } from './saved-chain.ts';

const noteSchema = z.object({ pid: z.number().int().positive(), identity: z.string(), url: z.url() });

export function rememberNode(folder: string, { pid, url }: { pid: number; url: string }): void {
  writeFileSync(notePath(folder), JSON.stringify({ pid, identity: processIdentity(pid) ?? '', url }));
}

/** Stops the node of a killed run. It kept running since, so its state is saved first. */
export async function clearLeftoverNode(folder: string, statePath: string, plan: StopPlan): Promise<void> {
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
