import { fromDecimalString } from '../amount.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';
import type { ClaimKind, DueClaim } from './claim-plan.ts';

/** These accrue by the second, so that more than was reviewed is no news. */
const GROWING: readonly ClaimKind[] = ['vestedJuf', 'roi'];

/** Whether what is due now isn't what was reviewed: a claim came or went, or its figures are others. */
export function hasChanged(reviewed: readonly DueClaim[], due: readonly DueClaim[]): boolean {
  return reviewed.length !== due.length || reviewed.some((line) => !isSame(line, due));
}

function isSame({ kind, asked }: DueClaim, due: readonly DueClaim[]): boolean {
  const now = due.find((line) => line.kind === kind)?.asked;
  if (now?.token !== asked.token || now.points !== asked.points) return false;
  const grown = fromDecimalString(now.amount, TOKEN_DECIMALS) - fromDecimalString(asked.amount, TOKEN_DECIMALS);
  return GROWING.includes(kind) ? grown >= 0n : grown === 0n;
}
