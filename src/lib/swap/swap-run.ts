import type { Hex } from '../chain/wallets/eip1193.ts';
import type { RevertReason } from '../transactions/revert-reason.ts';
import type { SwapStep } from './plan-swap.ts';
import type { SwapQuote } from './quote-swap.ts';

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
  | 'CANCELLED'
  | 'REPLACED'
  | 'DROPPED';

/** A swap on its way, from the press of the button to its last transaction. */
export type SwapRun =
  | { stage: 'IDLE' }
  | { stage: 'CHECKING'; quote: SwapQuote }
  /** The wallet shows a transaction and waits for the person. */
  | { stage: 'WALLET'; quote: SwapQuote; steps: readonly SwapStep[]; index: number }
  | { stage: 'PENDING'; quote: SwapQuote; steps: readonly SwapStep[]; index: number; hash: Hex }
  | { stage: 'DONE'; quote: SwapQuote; steps: readonly SwapStep[]; hash: Hex }
  | {
      stage: 'FAILED';
      quote: SwapQuote;
      steps: readonly SwapStep[];
      index: number;
      failure: SwapFailure;
      /** The contract's or the wallet's own words. */
      detail: string;
      /** The transaction that failed, where one was sent. */
      hash: Hex | undefined;
    };

export type SwapRunEvent =
  | { type: 'STARTED'; quote: SwapQuote }
  | { type: 'PLANNED'; steps: readonly SwapStep[] }
  | { type: 'ASKED'; index: number }
  | { type: 'SENT'; hash: Hex }
  | { type: 'FINISHED' }
  | { type: 'FAILED'; failure: SwapFailure; detail: string }
  | { type: 'CLOSED' };

/** What cannot follow on what is left as it is. */
export function reduceSwapRun(run: SwapRun, event: SwapRunEvent): SwapRun {
  switch (event.type) {
    case 'STARTED':
      return isUnderWay(run) ? run : { stage: 'CHECKING', quote: event.quote };
    case 'PLANNED':
      return run.stage === 'CHECKING' ? { stage: 'WALLET', quote: run.quote, steps: event.steps, index: 0 } : run;
    case 'ASKED':
      return 'steps' in run && isUnderWay(run) ? { stage: 'WALLET', quote: run.quote, steps: run.steps, index: event.index } : run;
    case 'SENT':
      return run.stage === 'WALLET' ? { ...run, stage: 'PENDING', hash: event.hash } : run;
    case 'FINISHED':
      return run.stage === 'PENDING' ? { stage: 'DONE', quote: run.quote, steps: run.steps, hash: run.hash } : run;
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
