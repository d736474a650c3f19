import { mulDivFloor } from './amount.ts';

export interface Vesting {
  juf: bigint;
  vestingSeconds: number;
  createdAt: Date;
}

/** What has vested so far, claimed or not: linear in whole seconds, rounded down, everything at the end. */
export function vestedJuf(vesting: Vesting, now: Date): bigint {
  return vestedAfter(vesting, Math.floor((now.getTime() - vesting.createdAt.getTime()) / 1_000));
}

/** The same, this many whole seconds after the purchase. */
export function vestedAfter({ juf, vestingSeconds }: Pick<Vesting, 'juf' | 'vestingSeconds'>, elapsedSeconds: number): bigint {
  const counted = Math.min(Math.max(elapsedSeconds, 0), vestingSeconds);
  return mulDivFloor(juf, BigInt(counted), BigInt(vestingSeconds));
}

export function vestingEndsAt({ vestingSeconds, createdAt }: Pick<Vesting, 'vestingSeconds' | 'createdAt'>): Date {
  return new Date(createdAt.getTime() + vestingSeconds * 1_000);
}

/** What can be claimed now. Never negative, even if the server that paid the last claim had a clock ahead of ours. */
export function claimableJuf(purchase: Vesting & { claimedJuf: bigint }, now: Date): bigint {
  const vested = vestedJuf(purchase, now);
  return vested > purchase.claimedJuf ? vested - purchase.claimedJuf : 0n;
}
