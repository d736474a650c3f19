import { mulDivFloor } from '../../../src/lib/amount.ts';

export interface Vesting {
  juf: bigint;
  vestingSeconds: number;
  createdAt: Date;
}

/** What has vested to date, claimed or not: linear by the whole second, rounded down, all of it at the end. */
export function vestedJuf({ juf, vestingSeconds, createdAt }: Vesting, now: Date): bigint {
  const elapsedSeconds = Math.floor((now.getTime() - createdAt.getTime()) / 1_000);
  const counted = Math.min(Math.max(elapsedSeconds, 0), vestingSeconds);
  return mulDivFloor(juf, BigInt(counted), BigInt(vestingSeconds));
}

export function vestingEndsAt({ vestingSeconds, createdAt }: Vesting): Date {
  return new Date(createdAt.getTime() + vestingSeconds * 1_000);
}

/** What can be claimed now. Never less than nothing, though the clock of whoever let the member claim before was ahead of ours. */
export function claimableJuf(purchase: Vesting & { claimedJuf: bigint }, now: Date): bigint {
  const vested = vestedJuf(purchase, now);
  return vested > purchase.claimedJuf ? vested - purchase.claimedJuf : 0n;
}
