import { type ClaimKind, type ClaimOutcome, type ClaimPlan, type DueClaim, isOver, mergePlans, withOutcome } from './claim-plan.ts';
import type { KeptPlan } from './kept-plan.ts';

export type ClaimRunState =
  | { step: 'idle' }
  | { step: 'reviewing'; due: readonly DueClaim[]; problem: 'storage' | 'changed' | null }
  /** `isHere`: this tab executes the plan; otherwise another one does. */
  | { step: 'running' | 'ended'; plan: ClaimPlan; isHere: boolean };

export interface PlanBoard {
  state: () => ClaimRunState;
  set: (next: ClaimRunState) => void;
  /** The stored plan. */
  find: () => ClaimPlan | null;
  /** Shows the stored plan. */
  show: () => void;
  record: (kind: ClaimKind, outcome: ClaimOutcome) => void;
  /** Whether this tab executes the plan. */
  isHere: () => boolean;
  setHere: (isHere: boolean) => void;
}

interface PlanBoardPorts {
  kept: () => KeptPlan | null;
  onChange: (state: ClaimRunState) => void;
}

/** The claims as shown, and their stored plan. */
export function createPlanBoard({ kept, onChange }: PlanBoardPorts): PlanBoard {
  let state: ClaimRunState = { step: 'idle' };
  let isHere = false;
  const set = (next: ClaimRunState): void => {
    state = next;
    onChange(next);
  };
  const find = (): ClaimPlan | null => kept()?.find() ?? null;
  const display = (plan: ClaimPlan | null): void =>
    set(plan === null ? { step: 'idle' } : { step: plan.lines.every(isOver) ? 'ended' : 'running', plan, isHere });
  return {
    state: () => state,
    set,
    find,
    show: () => display(find()),
    record: (kind, outcome) => {
      if (!('plan' in state)) return;
      const plan = withOutcome(mergePlans(state.plan, find()), kind, outcome);
      kept()?.keep(plan);
      display(plan);
    },
    isHere: () => isHere,
    setHere: (here) => {
      isHere = here;
    },
  };
}
