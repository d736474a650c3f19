import { toDecimalString } from '../../lib/amount.ts';
import type { DueClaim, Gain } from '../../lib/claims/claim-plan.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import type { ClaimLine } from './claim-lines.ts';

/** Converts the dashboard's lines to claims. */
export function dueClaims(lines: readonly ClaimLine[]): DueClaim[] {
  return lines.map((line) => ({ kind: line.kind, asked: gainOf(line) }));
}

export function gainOf({ amount, walletType, points }: ClaimLine): Gain {
  return { amount: toDecimalString(amount ?? 0n, TOKEN_DECIMALS), token: walletType, points };
}
