import { z } from '../api/contract/zod.ts';
import type { SafeStorage } from '../storage/safe-storage.ts';
import { pendingPrefix } from '../storage/storage-keys.ts';
import { claimPlan, type ClaimPlan } from './claim-plan.ts';

export interface KeptPlan {
  find(): ClaimPlan | null;
  /** Returns false if the device refused to store it. */
  keep(plan: ClaimPlan): boolean;
  drop(): void;
}

/** Storage key of a member's plan. */
export function planKey(memberId: string): string {
  return `${pendingPrefix}${memberId}:claim-all`;
}

/** A plan survives the page and the session; all of a member's tabs share it. */
export function keptPlan(storage: SafeStorage, memberId: string): KeptPlan {
  const key = planKey(memberId);
  const find = (): ClaimPlan | null => {
    const kept = storage.get(key);
    const plan = kept === null ? null : readPlan(kept);
    if (kept !== null && plan === null) storage.remove(key);
    return plan;
  };
  return { find, keep: (plan) => storage.set(key, JSON.stringify(plan)), drop: () => storage.remove(key) };
}

function readPlan(kept: string): ClaimPlan | null {
  try {
    return z.safeParse(claimPlan, JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}
