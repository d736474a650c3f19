import { amount, bytes32, id, walletType } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';
import type { SafeStorage } from '../storage/safe-storage.ts';

/** A deposit this device sent or a payout it requested, followed until it is final, across reloads. */
const followed = z.object({
  kind: z.enum(['DEPOSIT', 'PAYOUT']),
  /** A deposit's transaction hash, or the id of a payout's transaction. */
  reference: z.union([bytes32, id]),
  walletType,
  amount,
  startedAtMs: z.number(),
});
export type FollowedMovement = z.output<typeof followed>;

/** After that, the list of transactions is enough. */
const FOLLOWED_MS = 24 * 60 * 60_000;
const MOST = 20;

export interface FollowedMovements {
  read: () => FollowedMovement[];
  add: (movement: FollowedMovement) => void;
  drop: (references: readonly string[]) => void;
}

/** Stored per member; survives signing out. */
export function followedMovements(storage: SafeStorage, memberId: string, nowMs: () => number): FollowedMovements {
  const place = `jufi:way:${memberId}`;
  const read = (): FollowedMovement[] => {
    const reading = z.safeParse(z.array(followed), parse(storage.get(place)));
    return reading.success ? reading.data.filter(({ startedAtMs }) => startedAtMs + FOLLOWED_MS > nowMs()) : [];
  };
  const write = (movements: readonly FollowedMovement[]): void => {
    if (movements.length === 0) storage.remove(place);
    else storage.set(place, JSON.stringify(movements.slice(-MOST)));
  };
  return {
    read,
    add: (movement) => write([...read().filter(({ reference }) => reference !== movement.reference), movement]),
    drop: (references) => write(read().filter(({ reference }) => !references.includes(reference))),
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
