import type { Clock } from '../clock.ts';
import { type ClaimKind, type DueClaim, newPlan } from './claim-plan.ts';
import type { ClaimStep } from './claim-step.ts';
import type { KeptPlan } from './kept-plan.ts';
import { type ClaimRunState, createPlanBoard } from './plan-board.ts';
import { createPlanExecution } from './plan-execution.ts';

export interface ClaimRunPorts {
  clock: Clock;
  /** Null while nobody is signed in. */
  kept: () => KeptPlan | null;
  steps: Record<ClaimKind, ClaimStep>;
  /** Runs `act` in one tab at a time. */
  exclusively: (act: () => Promise<void>) => Promise<void>;
  onChange: (state: ClaimRunState) => void;
}

export interface ClaimRun {
  review: (due: readonly DueClaim[]) => void;
  /** The due claims have changed since the review. */
  reviewAnew: (due: readonly DueClaim[]) => void;
  confirm: () => void;
  /** Resumes what a reload or another tab left open. */
  resume: () => void;
  /** Another tab has changed the plan. */
  followOtherTab: () => void;
  retry: (kind: ClaimKind) => void;
  release: (kind: ClaimKind) => void;
  /** The member has seen the outcome, or cancels. */
  dismiss: () => void;
  /** The member signed out: stops, but forgets nothing. */
  suspend: () => void;
}

/**
 * Executes the claims of a plan one after another. A refused claim doesn't stop the others, nor does a lost response: that claim's own
 * action retries with its own key while the next one is sent.
 */
export function createClaimRun({ clock, kept, steps, exclusively, onChange }: ClaimRunPorts): ClaimRun {
  const board = createPlanBoard({ kept, onChange });
  const { start, stop, release } = createPlanExecution({ clock, steps, board, exclusively });
  const hasPlan = (): boolean => board.find() !== null;
  const resume = (): boolean => {
    const isPlanned = hasPlan();
    if (isPlanned) start();
    return isPlanned;
  };
  const clear = (): void => {
    stop();
    board.set({ step: 'idle' });
  };

  return {
    review: (due) => {
      if (!resume()) board.set({ step: 'reviewing', due, problem: null });
    },
    reviewAnew: (due) => {
      if (board.state().step === 'reviewing') board.set({ step: 'reviewing', due, problem: 'changed' });
    },
    confirm: () => {
      const state = board.state();
      if (state.step !== 'reviewing') return;
      // If another tab started a plan meanwhile, that one applies.
      if (!hasPlan() && kept()?.keep(newPlan(state.due, clock().getTime())) !== true) board.set({ ...state, problem: 'storage' });
      else start();
    },
    resume,
    followOtherTab: () => {
      const { step } = board.state();
      if (!hasPlan()) {
        if (step !== 'reviewing') clear();
      } else if (!board.isHere()) {
        if (step === 'running' || step === 'ended') board.show();
        else start();
      }
    },
    retry: (kind) => steps[kind].retry(),
    release,
    dismiss: () => {
      const { step } = board.state();
      if (step === 'running') return;
      if (step === 'ended') kept()?.drop();
      clear();
    },
    suspend: clear,
  };
}
