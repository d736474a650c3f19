import { amount, id, walletType } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';
import { jsonList, type Kept } from '../storage/kept.ts';

/** A payout requested on this device, followed until it is final, across reloads. */
const followedPayout = z.object({ id, walletType, amount, startedAtMs: z.number() });
export type FollowedPayout = z.output<typeof followedPayout>;

/** Kept per member; survives signing out. */
export const payoutList = jsonList(followedPayout);

/** After that, the list of transactions is enough. */
export const FOLLOWED_MS = 24 * 60 * 60_000;
const MOST = 20;

export interface FollowedPayouts {
  read: () => FollowedPayout[];
  add: (payout: FollowedPayout) => void;
  drop: (ids: readonly string[]) => void;
}

export function followedPayouts(kept: Kept<readonly FollowedPayout[]>, nowMs: () => number): FollowedPayouts {
  const read = (): FollowedPayout[] => (kept.get() ?? []).filter(({ startedAtMs }) => startedAtMs + FOLLOWED_MS > nowMs());
  const write = (payouts: readonly FollowedPayout[]): void => void kept.set(payouts.length === 0 ? null : payouts.slice(-MOST));
  return {
    read,
    add: (payout) => write([...read().filter((other) => other.id !== payout.id), payout]),
    drop: (ids) => write(read().filter((payout) => !ids.includes(payout.id))),
  };
}
