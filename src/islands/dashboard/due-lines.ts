import { fromDecimalString } from '../../lib/amount.ts';
import type { DashboardHome, Outlook } from '../../stores/dashboard.ts';
import { type ClaimLine, claimLines, claimUsd } from './claim-lines.ts';
import { portfolioPrices } from './portfolio-lines.ts';

export type DueLine = { usd: bigint | null } & (
  | { kind: 'claim'; claim: ClaimLine }
  /** Stakes to withdraw, in 10⁻¹⁸ JUF. */
  | { kind: 'matured'; amount: bigint; since: string }
);

/** Everything that waits for the member, by worth. What has no price or no worth comes last, in its own order. */
export function dueLines(home: DashboardHome, matured: Outlook['matured']): DueLine[] {
  const prices = portfolioPrices(home);
  const claims = home.claimable ? claimLines(home.claimable) : [];
  const lines: DueLine[] = claims.map((claim) => ({ kind: 'claim', claim, usd: claimUsd(claim, prices) }));
  if (matured !== null) {
    const amount = fromDecimalString(matured.amount);
    lines.push({ kind: 'matured', amount, since: matured.since, usd: claimUsd({ amount, walletType: 'JUF' }, prices) });
  }
  return lines.toSorted((one, other) => {
    const [a, b] = [one.usd ?? 0n, other.usd ?? 0n];
    return a === b ? 0 : a < b ? 1 : -1;
  });
}

/** What all claims together are worth; null while a price is missing. Stakes aren't among them: they are withdrawn. */
export function claimableUsd(lines: readonly DueLine[]): bigint | null {
  return lines.reduce<bigint | null>(
    (sum, { kind, usd }) => (kind !== 'claim' ? sum : sum === null || usd === null ? null : sum + usd),
    0n,
  );
}
