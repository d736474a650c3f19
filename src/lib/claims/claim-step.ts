import type { ActionState } from '../action/action-state.ts';
import type { ClaimOutcome, Gain } from './claim-plan.ts';

/** How one claim stands. `idle` and `reviewing`: nothing has been sent. */
export type StepReport = { status: 'idle' } | { status: 'reviewing' } | Exclude<ClaimOutcome, { status: 'waiting' | 'elsewhere' }>;

/** One claim of a plan, carried out by its own action with a key of its own. */
export interface ClaimStep {
  look(): StepReport;
  /** Calls `told` at every change, and has the action take up what a reload left open. Returns an unsubscribe function. */
  follow(told: (report: StepReport) => void): () => void;
  /** Whether the device keeps a key that isn't settled. */
  isPending(): boolean;
  /** Reviews and confirms, or takes up what is pending. `kept` is called when the device has the key, before anything is sent. */
  begin(asked: Gain, kept: () => void): void;
  /** The member wants it asked, though it may be carried out only now. */
  ask(): void;
  /** Its end is told by the plan, not by the claim's own dialog. */
  settle(): void;
}

/** What an action's state means for the plan; `paidOf` reads the provider's answer. */
export function reportOf<Data>(state: ActionState<unknown, Data>, paidOf: (data: Data) => Gain): StepReport {
  switch (state.step) {
    case 'idle':
      return { status: 'idle' };
    case 'reviewing':
      if (state.problem === null) return { status: 'reviewing' };
      return { status: 'notSent', why: state.problem.kind === 'storage' ? 'storage' : 'unreachable' };
    case 'signing':
    case 'sending':
      return { status: 'sending' };
    case 'unsure':
      return { status: 'unsure', key: state.key, waitsFor: state.waitsFor };
    case 'done':
      return { status: 'done', paid: paidOf(state.data), isEarlier: state.isEarlier };
    case 'refused': {
      const { message, requestId } = state.refusal;
      return { status: 'refused', message, isEarlier: state.isEarlier, ...(requestId !== undefined && { requestId }) };
    }
  }
}
