import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import type { Assessment } from './assessment.ts';
import { percent } from './ratio.ts';

/**
 * A payout is at most the shortfall on unclaimed JUF compared with its purchase price, so JUF and payout together are never worth more. At constant prices
 * there is no shortfall, and the premium is lost. No terms can change that, so there are never findings.
 */
export function assessInsurance({ insurance }: Economy): Assessment {
  return {
    benefit: 'INSURANCE',
    plan: 'any insured purchase',
    brings: `a loss of ${percent({ of: BigInt(insurance.premiumRate), over: BASIS_POINTS })} at constant prices; at most what was paid for the JUF when they fall`,
    findings: [],
  };
}
