import { amount, id, walletType } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';
import type { SafeStorage } from '../storage/safe-storage.ts';

/** A payout requested on this device, followed until it is final, across reloads. */
const followedPayout = z.object({ id, walletType, amount, startedAtMs: z.number() });
export type FollowedPayout = z.output<typeof followedPayout>;

/** After that, the list of transactions is enough. */
export const FOLLOWED_MS = 24 * 60 * 60_000;
const MOST = 20;

export interface FollowedPayouts {
  read: () => FollowedPayout[];
  add: (payout: FollowedPayout) => void;
  drop: (ids: readonly string[]) => void;
}

/** Stored per member; survives signing out. */
export function followedPayouts(storage: SafeStorage, memberId: string, nowMs: () => number): FollowedPayouts {
  const place = `jufi:payouts:${memberId}`;
  const read = (): FollowedPayout[] => {
    const reading = z.safeParse(z.array(followedPayout), parse(storage.get(place)));
    return reading.success ? reading.data.filter(({ startedAtMs }) => startedAtMs + FOLLOWED_MS > nowMs()) : [];
  };
  const write = (payouts: readonly FollowedPayout[]): void => {
    if (payouts.length === 0) storage.remove(place);
    else storage.set(place, JSON.stringify(payouts.slice(-MOST)));
  };
  return {
    read,
    add: (payout) => write([...read().filter((other) => other.id !== payout.id), payout]),
    drop: (ids) => write(read().filter((payout) => !ids.includes(payout.id))),
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
