import type { Hex } from '../chain/wallets/eip1193.ts';
import type { RevertReason } from '../transactions/revert-reason.ts';
import type { SwapStep } from './plan-swap.ts';
import type { SwapKind } from './quote-swap.ts';
import type { SwapToken } from './swap-token.ts';

/** Why a swap ended before its trade. Before a transaction is sent nothing was taken. */
export type SwapFailure =
  | RevertReason
  | 'USER_REJECTED'
  | 'REQUEST_PENDING'
  | 'WRONG_CHAIN'
  | 'WRONG_ACCOUNT'
  | 'NODE_UNREACHABLE'
  | 'WALLET_FAILED'
  /** Less was allowed in the wallet than the trade takes. */
  | 'ALLOWANCE_EDITED'
  /** Approval and trade, sent as one, were undone as one. */
  | 'BATCH_UNDONE'
  /** The wallet carried out only some of what it took as one. */
  | 'BATCH_PARTLY'
  | 'CANCELLED'
  | 'REPLACED'
  | 'DROPPED';

/** What is traded, as it was quoted when the button was pressed. */
export interface SwapTrade {
  kind: SwapKind;
  tokenIn: Pick<SwapToken, 'symbol' | 'decimals'>;
  tokenOut: Pick<SwapToken, 'symbol' | 'decimals'>;
  amountIn: bigint;
  amountOut: bigint;
}

/** A transaction of it, as far as it is shown. */
export interface SwapRunStep {
  /** BATCH: approval and trade with one confirmation. */
  kind: SwapStep['kind'] | 'BATCH';
  amount?: bigint;
}

/** A swap on its way, from the press of the button to its last transaction. */
export type SwapRun =
  | { stage: 'IDLE' }
  | { stage: 'CHECKING'; quote: SwapTrade }
  /** The wallet shows a transaction and waits for the person. */
  | { stage: 'WALLET'; quote: SwapTrade; steps: readonly SwapRunStep[]; index: number }
  /** Without a hash until the wallet has told it of a batch. */
  | { stage: 'PENDING'; quote: SwapTrade; steps: readonly SwapRunStep[]; index: number; hash: Hex | undefined }
  | { stage: 'DONE'; quote: SwapTrade; steps: readonly SwapRunStep[]; hash: Hex }
  | {
      stage: 'FAILED';
      quote: SwapTrade;
      steps: readonly SwapRunStep[];
      index: number;
      failure: SwapFailure;
      /** The contract's or the wallet's own words. */
      detail: string;
      /** The transaction that failed, where one was sent. */
      hash: Hex | undefined;
    };

export type SwapRunEvent =
  | { type: 'STARTED'; quote: SwapTrade }
  | { type: 'PLANNED'; steps: readonly SwapRunStep[] }
  | { type: 'ASKED'; index: number }
  | { type: 'SENT'; hash?: Hex }
  | { type: 'FINISHED' }
  /** After a reload: the transaction that was sent is known, the order it was a part of is not run on. */
  | { type: 'RESUMED'; quote: SwapTrade; steps: readonly SwapRunStep[]; hash: Hex | undefined }
  /** What was resumed has come as far as it goes by itself. */
  | { type: 'RELEASED' }
  | { type: 'FAILED'; failure: SwapFailure; detail: string }
  | { type: 'CLOSED' };

/** What cannot follow on what is left as it is. */
export function reduceSwapRun(run: SwapRun, event: SwapRunEvent): SwapRun {
  switch (event.type) {
    case 'STARTED':
      return isUnderWay(run) ? run : { stage: 'CHECKING', quote: event.quote };
    case 'PLANNED':
      // Planned anew where the wallet does not take the steps as one.
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
      return run.stage === 'PENDING' ? { stage: 'IDLE' } : run;
    case 'FAILED':
      return isUnderWay(run) ? failed(run, event) : run;
    case 'CLOSED':
      return isUnderWay(run) ? run : { stage: 'IDLE' };
  }
}

type UnderWay = Extract<SwapRun, { stage: 'CHECKING' | 'WALLET' | 'PENDING' }>;

/** While it is, no second one starts. */
export function isUnderWay(run: SwapRun): run is UnderWay {
  return run.stage === 'CHECKING' || run.stage === 'WALLET' || run.stage === 'PENDING';
}

function failed(run: UnderWay, { failure, detail }: Extract<SwapRunEvent, { type: 'FAILED' }>): SwapRun {
  const { steps, index } = run.stage === 'CHECKING' ? { steps: [], index: 0 } : run;
  return { stage: 'FAILED', quote: run.quote, steps, index, failure, detail, hash: run.stage === 'PENDING' ? run.hash : undefined };
}
