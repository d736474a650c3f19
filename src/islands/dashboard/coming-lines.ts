import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';
import type { Outlook } from '../../stores/dashboard.ts';
import { lapsesAt } from './claim-lines.ts';

type Coming = Outlook['coming'][number];

export type ComingLine = Pick<Coming, 'at' | 'amount' | 'title'> & { kind: Coming['kind'] | 'POINTS_LAPSE' | 'PRIVILEGE_LAPSES' };

/** What comes next and what lapses unless it's claimed, soonest first. */
export function comingLines(coming: readonly Coming[], claimable: ClaimInfo | undefined, nowMs: number): ComingLine[] {
  const lapsing = claimable === undefined ? [] : lapses(claimable, nowMs);
  // A privilege lapses when the next one falls due: one line says it.
  const others = coming.filter(({ kind }) => kind !== 'PRIVILEGE' || !lapsing.some((line) => line.kind === 'PRIVILEGE_LAPSES'));
  return [...others, ...lapsing].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function lapses(claimable: ClaimInfo, nowMs: number): ComingLine[] {
  const points = claimable.score.claimable > 0 ? lapsesAt('score', claimable, nowMs) : null;
  const privilege = claimable.privilege.claimable ? lapsesAt('privilege', claimable, nowMs) : null;
  return [
    ...(points === null ? [] : [{ kind: 'POINTS_LAPSE' as const, at: points }]),
    ...(privilege === null ? [] : [{ kind: 'PRIVILEGE_LAPSES' as const, at: privilege }]),
  ];
}
