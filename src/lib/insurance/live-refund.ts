import { mulDivFloor } from '../amount.ts';
import { tokenDecimals, unitOf } from '../token-decimals.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { cancelInsuranceList } from '../api/contract/insurance.ts';

export type InsuranceRow = DataOf<typeof cancelInsuranceList>['content'][number];

/** Whether it can be cancelled. In its last days a cover refunds nothing. */
export function isCancellable({ status, refundable, expiresAt }: InsuranceRow, nowMs: number): boolean {
  return status === 'ACTIVE' && refundable > 0n && Date.parse(expiresAt) > nowMs;
}

/**
 * The refund for cancelling now. It decreases every second from the provider's figure by the time this device measured since the response,
 * so that it's never more than what is paid, however wrong the device's clock is.
 */
export function liveRefund({ premium: paid, refundable: said, startedAt, expiresAt }: InsuranceRow, passedMs: number): bigint {
  if (paid === 0n || said === 0n) return 0n;
  const lasts = BigInt(Math.max(Math.ceil((Date.parse(expiresAt) - Date.parse(startedAt)) / 1_000), 1));
  // The fewest remaining seconds that yield the provider's figure.
  const left = (said * lasts + paid - 1n) / paid - BigInt(Math.max(Math.ceil(passedMs / 1_000), 0));
  const refund = left <= 0n ? 0n : mulDivFloor(paid, left, lasts);
  // The provider pays whole base units.
  return refund - (refund % unitOf(tokenDecimals.USDT));
}
