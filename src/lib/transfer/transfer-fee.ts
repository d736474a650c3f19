import { mulDivCeil } from '../amount.ts';

/** A transfer's fee: a share of the amount, but at least a minimum. In the token's base units. */
export interface FeeTerms {
  /** Basis points. */
  feeRate: number;
  feeMin: bigint;
}

const WHOLE = 10_000n;

/** Paid on top of the amount; rounded up, as at the provider. */
export function transferFee(amount: bigint, { feeRate, feeMin }: FeeTerms): bigint {
  const fee = mulDivCeil(amount, BigInt(feeRate), WHOLE);
  return fee < feeMin ? feeMin : fee;
}

/** The most that can be sent from a balance that also has to cover the fee. */
export function mostAfterFee(balance: bigint, terms: FeeTerms): bigint {
  const byRate = (balance * WHOLE) / (WHOLE + BigInt(terms.feeRate));
  const byMinimum = balance - terms.feeMin;
  const most = byRate < byMinimum ? byRate : byMinimum;
  return most > 0n ? most : 0n;
}
