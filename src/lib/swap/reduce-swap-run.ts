import type { Hex } from '../chain/wallets/eip1193.ts';
import type { RevertReason, TrackedTransaction } from '../transactions/tracked-transaction.ts';
import type { SwapStep } from './plan-swap.ts';
import type { SwapKind } from './quote-swap.ts';
import type { SwapToken } from './swap-token.ts';

/** Why a swap ended before its trade. Before a transaction is sent, nothing was spent. */
export type SwapFailure =
  | RevertReason
  | 'USER_REJECTED'
  | 'REQUEST_PENDING'
  | 'WRONG_CHAIN'
  | 'WRONG_ACCOUNT'
  | 'NODE_UNREACHABLE'
  | 'WALLET_FAILED'
  /** The allowance set in the wallet is less than the trade needs. */
  | 'ALLOWANCE_EDITED'
  /** Approval and trade were sent as a batch and reverted together. */
  | 'BATCH_UNDONE'
  /** The wallet executed only part of a batch. */
  | 'BATCH_PARTLY'
  | 'CANCELLED'
  | 'REPLACED'
  | 'UNSEEN';

/** The trade as quoted when the button was pressed. */
export interface SwapTrade {
  kind: SwapKind;
  tokenIn: Pick<SwapToken, 'symbol' | 'decimals'>;
  tokenOut: Pick<SwapToken, 'symbol' | 'decimals'>;
  amountIn: bigint;
  amountOut: bigint;
}

/** One of its transactions, as displayed. */
export interface SwapRunStep {
  /** BATCH: approval and trade with one confirmation. */
  kind: SwapStep['kind'] | 'BATCH';
  amount?: bigint;
}

/** A swap in progress, from the press of the button to its last transaction. */
export type SwapRun =
  | { stage: 'IDLE' }
  | { stage: 'CHECKING'; quote: SwapTrade }
  /** The wallet shows a transaction and waits for the person. */
  | { stage: 'WALLET'; quote: SwapTrade; steps: readonly SwapRunStep[]; index: number }
  /** Without a hash until the wallet has reported it for a batch. */
  | { stage: 'PENDING'; quote: SwapTrade; steps: readonly SwapRunStep[]; index: number; hash: Hex | undefined }
  /** Found on a later page: what was sent is done, and the rest waits for the person. */
  | { stage: 'WAITING'; quote: SwapTrade; steps: readonly SwapRunStep[]; index: number }
  | { stage: 'DONE'; quote: SwapTrade; steps: readonly SwapRunStep[]; hash: Hex }
  | {
      stage: 'FAILED';
      quote: SwapTrade;
      steps: readonly SwapRunStep[];
      index: number;
      failure: SwapFailure;
      /** The contract's or the wallet's own message. */
      detail: string;
      /** The transaction that failed, if one was sent. */
      hash: Hex | undefined;
    };

export type SwapRunEvent =
  | { type: 'STARTED'; quote: SwapTrade }
  | { type: 'PLANNED'; steps: readonly SwapRunStep[] }
  | { type: 'ASKED'; index: number }
  | { type: 'SENT'; hash?: Hex }
  | { type: 'FINISHED' }
  /** After a reload: the sent transaction is known, but the rest of its order isn't continued. */
  | { type: 'RESUMED'; quote: SwapTrade; steps: readonly SwapRunStep[]; hash: Hex | undefined }
  /** The resumed part is complete. */
  | { type: 'RELEASED' }
  | { type: 'FAILED'; failure: SwapFailure; detail: string }
  | { type: 'CLOSED' };

/** Ignores events that don't fit the current stage. */
export function reduceSwapRun(run: SwapRun, event: SwapRunEvent): SwapRun {
  switch (event.type) {
    case 'STARTED':
      return isUnderWay(run) ? run : { stage: 'CHECKING', quote: event.quote };
    case 'PLANNED':
      // Planned again if the wallet refuses the steps as a batch.
      return run.stage === 'CHECKING' || run.stage === 'WALLET' ? { stage: 'WALLET', quote: run.quote, steps: event.steps, index: 0 } : run;
    case 'ASKED':
      return 'steps' in run && isUnderWay(run) ? { stage: 'WALLET', quote: run.quote, steps: run.steps, index: event.index } : run;
    case 'SENT':
      return run.stage === 'WALLET' || (run.stage === 'PENDING' && run.hash === undefined)
        ? { ...run, stage: 'PENDING', hash: event.hash }
        : run;
    case 'FINISHED':
      return run.stage === 'PENDING' && run.hash !== undefined
        ? { stage: 'DONE', quote: run.quote, steps: run.steps, hash: run.hash }
        : run;
    case 'RESUMED':
      return run.stage === 'IDLE' ? { stage: 'PENDING', quote: event.quote, steps: event.steps, index: 0, hash: event.hash } : run;
    case 'RELEASED':
      return run.stage === 'PENDING' ? { stage: 'WAITING', quote: run.quote, steps: run.steps, index: run.index + 1 } : run;
    case 'FAILED':
      return isUnderWay(run) ? failed(run, event) : run;
    case 'CLOSED':
      return isUnderWay(run) ? run : { stage: 'IDLE' };
  }
}

type UnderWay = Extract<SwapRun, { stage: 'CHECKING' | 'WALLET' | 'PENDING' }>;

/** Prevents a second one from starting. */
export function isUnderWay(run: SwapRun): run is UnderWay {
  return run.stage === 'CHECKING' || run.stage === 'WALLET' || run.stage === 'PENDING';
}

function failed(run: UnderWay, { failure, detail }: Extract<SwapRunEvent, { type: 'FAILED' }>): SwapRun {
  const { steps, index } = run.stage === 'CHECKING' ? { steps: [], index: 0 } : run;
  return { stage: 'FAILED', quote: run.quote, steps, index, failure, detail, hash: run.stage === 'PENDING' ? run.hash : undefined };
}

/** Why a transaction that is no longer followed failed; null if it succeeded. */
export function failureOfTransaction({
  status,
  revertReason = 'OTHER',
}: Pick<TrackedTransaction, 'status' | 'revertReason'>): SwapFailure | null {
  if (status.kind === 'CONFIRMED') return null;
  if (status.kind === 'REVERTED') return revertReason;
  if (status.kind === 'REPLACED') return status.as === 'CANCELLED' ? 'CANCELLED' : 'REPLACED';
  return 'UNSEEN';
}
