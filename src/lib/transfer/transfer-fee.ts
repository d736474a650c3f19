import { mulDivCeil } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';

/** A transfer's fee: a share of the amount, but at least a minimum. In the token's base units. */
export interface FeeTerms {
  /** Basis points. */
  feeRate: number;
  feeMin: bigint;
}

/** Paid on top of the amount; rounded up, as at the provider. */
export function transferFee(amount: bigint, { feeRate, feeMin }: FeeTerms): bigint {
  const fee = mulDivCeil(amount, BigInt(feeRate), BASIS_POINTS);
  return fee < feeMin ? feeMin : fee;
}

/** The most that can be sent from a balance that also has to cover the fee. */
export function mostAfterFee(balance: bigint, terms: FeeTerms): bigint {
  const byRate = (balance * BASIS_POINTS) / (BASIS_POINTS + BigInt(terms.feeRate));
  const byMinimum = balance - terms.feeMin;
  const most = byRate < byMinimum ? byRate : byMinimum;
  return most > 0n ? most : 0n;
}
