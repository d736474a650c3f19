import type { ActionState } from '../action/action-state.ts';
import { transactionOf } from '../action/transaction-of.ts';
import type { ClaimOutcome, Gain } from './claim-plan.ts';

/** State of one claim. `idle` and `reviewing`: nothing has been sent. */
export type StepReport = { status: 'idle' } | { status: 'reviewing' } | Exclude<ClaimOutcome, { status: 'waiting' | 'elsewhere' }>;

/** One claim of a plan, carried out by its own action with its own key. */
export interface ClaimStep {
  report(): StepReport;
  /** Calls `onReport` on every change, and lets the action resume what a reload left open. Returns an unsubscribe function. */
  follow(onReport: (report: StepReport) => void): () => void;
  /** Whether the device has an unsettled key. */
  isPending(): boolean;
  /** Reviews and confirms, or resumes a pending claim. `kept` is called when the key has been stored, before anything is sent. */
  begin(asked: Gain, kept: () => void): void;
  /** The member agrees to a retry, although it may be carried out only now. */
  retry(): void;
  /** Its outcome is shown by the plan, not by the claim's own dialog. */
  settle(): void;
}

/** Translates an action's state for the plan; `paidOf` reads the provider's response. */
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
    case 'done': {
      const row = transactionOf(state.data);
      const transaction = row && { id: row.id, createdAt: row.createdAt };
      return { status: 'done', paid: paidOf(state.data), isEarlier: state.isEarlier, ...(transaction && { transaction }) };
    }
    case 'refused': {
      const { message, requestId } = state.refusal;
      return { status: 'refused', message, isEarlier: state.isEarlier, ...(requestId !== undefined && { requestId }) };
    }
  }
}
