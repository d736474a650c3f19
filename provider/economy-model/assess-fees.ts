import type { Economy } from '../economy.ts';
import type { Assessment } from './assessment.ts';
import { percent } from './ratio.ts';

/** Points lower the fee of their account. The terms' own check keeps discounts within the fee, so a transfer never pays, and there are never findings. */
export function assessFees({ score, transfer }: Economy): Assessment {
  const most = Math.max(...score.levels.map(({ feeDiscount }) => feeDiscount));
  return {
    benefit: 'FEES',
    plan: 'points up to the highest level',
    brings: `${percent({ of: BigInt(most) * BigInt(transfer.feeRate), over: 100_000_000n })} of what is transferred is not taken`,
    findings: [],
  };
}
