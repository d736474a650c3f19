import { fromDecimalString } from '../amount.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';
import type { ClaimKind, DueClaim } from './claim-plan.ts';

/** These grow every second, so an increase since the review doesn't count as a change. */
const GROWING: readonly ClaimKind[] = ['vestedJuf', 'roi'];

/** Whether what is due differs from what was reviewed: a claim was added or removed, or its figures changed. */
export function hasChanged(reviewed: readonly DueClaim[], due: readonly DueClaim[]): boolean {
  return reviewed.length !== due.length || reviewed.some((line) => !isSame(line, due));
}

function isSame({ kind, asked }: DueClaim, due: readonly DueClaim[]): boolean {
  const now = due.find((line) => line.kind === kind)?.asked;
  if (now?.token !== asked.token || now.points !== asked.points) return false;
  const grown = fromDecimalString(now.amount, TOKEN_DECIMALS) - fromDecimalString(asked.amount, TOKEN_DECIMALS);
  return GROWING.includes(kind) ? grown >= 0n : grown === 0n;
}
