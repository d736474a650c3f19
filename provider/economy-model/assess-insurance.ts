import { type Economy } from '../economy.ts';
import { type Assessment } from './assessment.ts';
import { percent } from './ratio.ts';

/**
 * A payout is at most the shortfall on JUF that is still unclaimed, against what was paid for it: JUF and payout together are never worth more than that.
 * At constant prices there is no shortfall, and the premium is gone. The terms cannot make it otherwise, so nothing is ever found here.
 */
export function assessInsurance({ insurance }: Economy): Assessment {
  return {
    benefit: 'INSURANCE',
    plan: 'any insured purchase',
    brings: `a loss of ${percent({ of: BigInt(insurance.premiumRate), over: 10_000n })} at constant prices; at most what was paid for the JUF when they fall`,
    findings: [],
  };
}
