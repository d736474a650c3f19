import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment, Finding } from './assessment.ts';
import { exceeds, greatest, inWords, percent, type Ratio } from './ratio.ts';

const USDT = 10n ** BigInt(tokenDecimals.USDT);

/**
 * Points lower the fee of their account. The terms' own check keeps discounts within the fee, so a transfer never pays, however many accounts share it. Each
 * level's points have to save as much as those of the first, or nobody has a reason to buy beyond it.
 */
export function assessFees(economy: Economy): Assessment {
  const { score, transfer } = economy;
  const most = Math.max(...score.levels.map(({ feeDiscount }) => feeDiscount));
  const dearest = greatest(stepsOf(economy).map(({ sent }) => sent)) ?? { of: 0n, over: 1n };
  return {
    benefit: 'FEES',
    plan: 'points up to the highest level',
    brings: `${percent({ of: BigInt(most) * BigInt(transfer.feeRate), over: 100_000_000n })} of what is transferred is not taken; the points of a level are paid back once ${inWords(dearest)} USDT were sent, which has to be no more than on the first`,
    findings: findDearer(economy),
  };
}

interface Step {
  index: number;
  /** The USDT to be sent until the points that lead here from the level below are paid back. */
  sent: Ratio;
}

/** The levels above the first, by their discounts: that a rate is rounded up to whole basis points is no fault of theirs. */
function stepsOf({ score, transfer }: Economy): Step[] {
  const each = fromDecimalString(score.pricePerPointUsdt, tokenDecimals.USDT);
  return score.levels.slice(1).map((level, position) => {
    const below = score.levels[position] ?? level;
    const saved = BigInt(Math.max(0, level.feeDiscount - below.feeDiscount) * transfer.feeRate);
    const cost = BigInt(level.from - below.from) * each;
    return { index: position + 1, sent: { of: cost * BASIS_POINTS * BASIS_POINTS, over: saved * USDT } };
  });
}

function findDearer(economy: Economy): Finding[] {
  const [first, ...higher] = stepsOf(economy);
  if (first === undefined || economy.transfer.feeRate === 0) return [];
  return higher
    .filter(({ sent }) => exceeds(sent, first.sent))
    .map(({ index, sent }) => ({
      code: 'LEVELS_SAVE_LESS_HIGHER' as const,
      what: `The points of level ${index + 1} take longer to be paid back than those of the first.`,
      gain: `after ${inWords(sent)} USDT sent, instead of ${inWords(first.sent)}`,
      terms: [`score.levels.${index}.from`, `score.levels.${index}.feeDiscount`],
    }));
}
