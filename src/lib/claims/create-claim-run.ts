import { ASKED_UNASKED_MS } from '../action/create-action.ts';
import type { Clock } from '../clock.ts';
import {
  type ClaimKind,
  type ClaimOutcome,
  type ClaimPlan,
  type DueClaim,
  isOver,
  mergePlans,
  newPlan,
  withOutcome,
} from './claim-plan.ts';
import type { ClaimStep } from './claim-step.ts';
import { followClaim, type FollowedClaim } from './follow-claim.ts';
import type { KeptPlan } from './kept-plan.ts';

export type ClaimRunState =
  | { step: 'idle' }
  | { step: 'reviewing'; due: readonly DueClaim[]; problem: 'storage' | 'changed' | null }
  /** `isHere`: this tab executes the plan; otherwise another one does. */
  | { step: 'running' | 'ended'; plan: ClaimPlan; isHere: boolean };

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
  /** What is due has changed since the review. */
  reviewAnew: (due: readonly DueClaim[]) => void;
  confirm: () => void;
  /** Resumes what a reload or another tab left open. */
  resume: () => void;
  /** Another tab has changed the plan. */
  look: () => void;
  retry: (kind: ClaimKind) => void;
  letGo: (kind: ClaimKind) => void;
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
  let state: ClaimRunState = { step: 'idle' };
  /** Replaced when the member or the plan changes, so that earlier work no longer has any effect. */
  let run = {};
  let isHere = false;
  const followed = new Map<ClaimKind, FollowedClaim>();

  const set = (next: ClaimRunState): void => {
    state = next;
    onChange(next);
  };
  const show = (plan: ClaimPlan | null): void =>
    set(plan === null ? { step: 'idle' } : { step: plan.lines.every(isOver) ? 'ended' : 'running', plan, isHere });
  const find = (): ClaimPlan | null => kept()?.find() ?? null;

  const record = (kind: ClaimKind, outcome: ClaimOutcome): void => {
    if (!('plan' in state)) return;
    const plan = withOutcome(mergePlans(state.plan, find()), kind, outcome);
    kept()?.keep(plan);
    show(plan);
  };

  const stop = (): void => {
    run = {};
    isHere = false;
    for (const { end } of followed.values()) end();
  };

  const goThrough = async (plan: ClaimPlan, mine: object): Promise<void> => {
    const open: Promise<undefined>[] = [];
    for (const planned of plan.lines) {
      if (mine !== run) break;
      // Without Web Locks another tab may have been faster.
      const line = mergePlans(plan, find()).lines.find(({ kind }) => kind === planned.kind) ?? planned;
      if (isOver(line)) continue;
      const { kind } = line;
      if (line.outcome.status === 'waiting' && Math.abs(clock().getTime() - plan.startedAtMs) > ASKED_UNASKED_MS) {
        record(kind, { status: 'notSent', why: 'late' });
        continue;
      }
      const claim = followClaim(line, {
        step: steps[kind],
        record: (outcome) => {
          if (mine === run) record(kind, outcome);
        },
        gone: stop,
        ended: () => followed.delete(kind),
      });
      if (!claim.isEnded()) followed.set(kind, claim);
      open.push(claim.over);
      await claim.moved;
    }
    await Promise.all(open);
  };

  const start = (): void => {
    stop();
    const mine = run;
    show(find());
    void exclusively(async () => {
      if (mine !== run) return;
      const plan = find();
      isHere = plan !== null;
      show(plan);
      if (plan !== null) await goThrough(plan, mine);
    });
  };

  return {
    review: (due) => {
      if (find() !== null) start();
      else set({ step: 'reviewing', due, problem: null });
    },
    reviewAnew: (due) => {
      if (state.step === 'reviewing') set({ step: 'reviewing', due, problem: 'changed' });
    },
    confirm: () => {
      if (state.step !== 'reviewing') return;
      // If another tab started a plan meanwhile, that one applies.
      if (find() === null && kept()?.keep(newPlan(state.due, clock().getTime())) !== true) set({ ...state, problem: 'storage' });
      else start();
    },
    resume: () => {
      if (find() !== null) start();
    },
    look: () => {
      if (isHere && find() !== null) return;
      if (find() === null) {
        if (state.step === 'reviewing') return;
        stop();
        show(null);
      } else if (state.step === 'running' || state.step === 'ended') show(find());
      else start();
    },
    retry: (kind) => steps[kind].retry(),
    letGo: (kind) => {
      const claim = followed.get(kind);
      if (claim === undefined) return;
      record(kind, { status: 'elsewhere' });
      claim.end();
      steps[kind].settle();
    },
    dismiss: () => {
      if (state.step === 'running') return;
      if (state.step === 'ended') kept()?.drop();
      stop();
      set({ step: 'idle' });
    },
    suspend: () => {
      stop();
      set({ step: 'idle' });
    },
  };
}
