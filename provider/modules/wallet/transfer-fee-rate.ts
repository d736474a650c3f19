import { discountedRate } from '../../../src/lib/basis-points.ts';
import type { Queryable } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { readScore } from '../score/read-score.ts';

/** The fee of a transfer in basis points, less the discount of the member's score level; rounded up to a whole number. */
export function transferFeeRate(economy: Economy, points: bigint): number {
  const feeDiscount = economy.score.levels.findLast(({ from }) => points >= BigInt(from))?.feeDiscount ?? 0;
  return discountedRate(economy.transfer.feeRate, feeDiscount);
}

export async function readTransferFeeRate(database: Queryable, economy: Economy, memberId: string, now: Date): Promise<number> {
  return transferFeeRate(economy, await readScore(database, memberId, now));
}
