import { fromDecimalString } from '../../lib/amount.ts';
import { isWorthClaiming } from '../../lib/claims/is-worth-claiming.ts';
import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';

export interface ClaimLine {
  kind: 'vestedJuf' | 'roi' | 'bonus' | 'privilege' | 'score';
  /** In 10⁻¹⁸ tokens; null if only points can be claimed. */
  amount: bigint | null;
  walletType: 'JUF' | 'USDT';
  points: number;
  /** When the next claim is due, ISO 8601; null if not applicable. */
  nextAt: string | null;
}

/** What can be claimed now, most important first; without zero and negligible amounts. */
export function claimLines(claim: ClaimInfo): ClaimLine[] {
  const juf = (amount: string): bigint => fromDecimalString(amount, 18);
  const lines: ClaimLine[] = [
    { kind: 'vestedJuf', amount: juf(claim.vestedJuf.claimable), walletType: 'JUF', points: 0, nextAt: null },
    { kind: 'roi', amount: juf(claim.roi.claimable), walletType: 'JUF', points: 0, nextAt: null },
    { kind: 'bonus', amount: juf(claim.bonus.claimable), walletType: 'USDT', points: 0, nextAt: null },
    ...(claim.privilege.claimable
      ? [
          {
            kind: 'privilege',
            amount: juf(claim.privilege.juf),
            walletType: 'JUF',
            points: claim.privilege.score,
            nextAt: claim.privilege.nextAt,
          } as const,
        ]
      : []),
    { kind: 'score', amount: null, walletType: 'JUF', points: claim.score.claimable, nextAt: claim.score.nextAt },
  ];
  return lines.filter(({ amount, points }) => isWorthClaiming(amount ?? 0n) || points > 0);
}
