import { setTimeout as wait } from 'node:timers/promises';

import type { StopPlan } from './child-process.ts';
import { processIdentity } from './process-identity.ts';

const POLL_MS = 25;

/** Stops a process left behind by a killed run. Does nothing if its id belongs to another process by now. */
export async function stopLeftover(pid: number, identity: string, plan: StopPlan): Promise<boolean> {
  for (const { signal, waitMs } of plan) {
    if (processIdentity(pid) !== identity) return true;
    process.kill(pid, signal);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline && processIdentity(pid) === identity) await wait(POLL_MS);
  }
  return processIdentity(pid) !== identity;
}
