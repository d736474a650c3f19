import { useEffect, useRef } from 'react';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isUnderWay, type SwapRun, type SwapRunStep } from '../../lib/swap/reduce-swap-run.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { closeSwap } from '../../stores/swap-run.ts';
import { usePart } from '../action/use-part.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { writeAmount } from './write-amount.ts';

/** How a swap ended: wanted once one runs. */
const receiptPart = definePart(() => import('./TradeReceipt.tsx'));

interface SwapProgressProps {
  run: SwapRun;
  /** The wallet does approval and trade with one confirmation. */
  isTogether: boolean;
}

/** The steps of the current swap, with the active one explained, and the result. */
export function SwapProgress({ run, isTogether }: SwapProgressProps) {
  const { run: words, failures } = useTexts('swap');
  const receipt = usePart(receiptPart, run.stage === 'IDLE' ? 'not yet' : run.stage === 'DONE' ? 'now' : 'soon');
  const shown = useRef<HTMLDivElement>(null);
  // On a phone it is below the form, so it is scrolled into view when it begins and when it ends.
  useEffect(() => {
    if (run.stage !== 'IDLE' && run.stage !== 'WALLET') shown.current?.scrollIntoView({ block: 'nearest' });
  }, [run.stage]);
  if (run.stage === 'IDLE')
    return (
      <div className="form swap-run">
        <h2>{words.title}</h2>
        <p className="dim">{words.idle}</p>
        {[isTogether ? words.howTogether : words.howApprove, words.howUndone].map((text) => (
          <div className="callout" key={text}>
            <Icon name="info" />
            <p>{text}</p>
          </div>
        ))}
      </div>
    );
  const hash = 'hash' in run ? run.hash : undefined;
  return (
    <div className="form swap-run" data-stage={run.stage} ref={shown}>
      <h2>{titleOf(run, words, failures)}</h2>
      <div aria-live="polite">{run.stage === 'CHECKING' ? <p className="dim">{words.checking}</p> : <Steps run={run} />}</div>
      {run.stage === 'FAILED' && <Failure run={run} />}
      {run.stage === 'DONE' && receipt && <receipt.TradeReceipt hash={run.hash} />}
      <div className="btn-row">
        {hash !== undefined && (
          <button type="button" className="btn btn-secondary" aria-haspopup="dialog" onClick={() => openHashView(hash)}>
            {words.view}
          </button>
        )}
        {!isUnderWay(run) && (
          <button type="button" className="btn btn-ghost" onClick={closeSwap}>
            {words.again}
          </button>
        )}
      </div>
    </div>
  );
}

function titleOf(run: SwapRun, words: Texts<'swap'>['run'], failures: Texts<'swap'>['failures']): string {
  if (run.stage === 'DONE') return words.doneTitle;
  return run.stage === 'FAILED' ? failureTitle(run, failures) : words.title;
}

/** One's own No is no failure. */
export function failureTitle(run: Extract<SwapRun, { stage: 'FAILED' }>, failures: Texts<'swap'>['failures']): string {
  if (run.failure === 'USER_REJECTED') return failures.declined;
  return mayStillPass(run) ? failures.unsure : failures.title;
}

type Planned = Exclude<SwapRun, { stage: 'IDLE' | 'CHECKING' }>;

function Steps({ run }: { run: Planned }) {
  const texts = useTexts('swap').run;
  const locale = useLocale();
  const { quote, steps } = run;
  const reached = run.stage === 'DONE' ? steps.length : run.index;
  const markOf = (index: number): string => {
    if (index < reached) return 'done';
    if (index > reached) return '';
    return run.stage === 'FAILED' ? 'bad' : 'cur';
  };
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li key={step.kind} className={markOf(index)} aria-current={markOf(index) === 'cur' ? 'step' : undefined}>
          <Mark index={index} isDone={index < reached} />
          <b>{nameOf(step, run, locale, texts)}</b>
          {noteOf(step, run, index, texts)}
        </li>
      ))}
      <li className={run.stage === 'DONE' ? 'done' : ''}>
        <Mark index={steps.length} isDone={run.stage === 'DONE'} />
        <b>{interpolate(texts.arrives, { amount: writeAmount(quote.amountOut, quote.tokenOut, locale), token: quote.tokenOut.symbol })}</b>
      </li>
    </ol>
  );
}

function Mark({ index, isDone }: { index: number; isDone: boolean }) {
  return <span className="mark">{isDone ? <Icon name="check" small /> : index + 1}</span>;
}

function nameOf(step: SwapRunStep, { quote }: Planned, locale: string, texts: Texts<'swap'>['run']): string {
  const amount = step.amount === undefined ? '' : writeAmount(step.amount, quote.tokenIn, locale);
  return interpolate(texts.steps[step.kind], { token: quote.tokenIn.symbol, amount });
}

function noteOf(step: SwapRunStep, run: Planned, index: number, texts: Texts<'swap'>['run']) {
  const isCurrent = index === ('index' in run ? run.index : -1);
  const why = {
    APPROVE: texts.approveNote,
    RESET_ALLOWANCE: texts.resetNote,
    BATCH: texts.batchNote,
    WRAP: null,
    UNWRAP: null,
    SWAP: null,
  }[step.kind];
  if (isCurrent && run.stage === 'WALLET')
    return (
      <>
        <p>{texts.inWallet}</p>
        {step.kind === 'BATCH' && <p>{why}</p>}
      </>
    );
  if (isCurrent && run.stage === 'WAITING') return <p>{texts.left}</p>;
  if (isCurrent && run.stage === 'PENDING') return <p>{texts.pending}</p>;
  return why === null ? null : <p>{why}</p>;
}

function Failure({ run }: { run: Extract<SwapRun, { stage: 'FAILED' }> }) {
  const texts = useTexts('swap').failures;
  const note = failureNote(run);
  return (
    <div className="callout callout-neg" role="alert">
      <Icon name="alert" />
      <div>
        <p>{texts[run.failure]}</p>
        {note !== null && <p>{texts[note]}</p>}
        {run.failure === 'OTHER' && run.detail !== '' && <p className="note">{interpolate(texts.words, { text: run.detail })}</p>}
      </div>
    </div>
  );
}

/** A note on what a failure cost, depending on where it happened; null if unknown. */
function failureNote({
  failure,
  hash,
  index,
  steps,
}: Extract<SwapRun, { stage: 'FAILED' }>): 'nothingSent' | 'approvalStays' | 'undone' | null {
  if (failure === 'BATCH_UNDONE') return 'undone';
  if (failure === 'BATCH_PARTLY') return null;
  if (failure === 'ALLOWANCE_EDITED') return 'approvalStays';
  if (hash !== undefined) return ['UNSEEN', 'REPLACED', 'CANCELLED', 'NODE_UNREACHABLE'].includes(failure) ? null : 'undone';
  if (failure === 'UNSEEN') return null;
  // A wallet that fails may still have sent it.
  if (failure === 'WALLET_FAILED') return null;
  return steps.slice(0, index).some(({ kind }) => kind === 'APPROVE') ? 'approvalStays' : 'nothingSent';
}

/** Whether it can’t be told yet that nothing was swapped: what was sent, or may have been, can still go through. */
export function mayStillPass({ failure, hash }: Pick<Extract<SwapRun, { stage: 'FAILED' }>, 'failure' | 'hash'>): boolean {
  return (
    failure === 'UNSEEN' ||
    failure === 'WALLET_FAILED' ||
    failure === 'BATCH_PARTLY' ||
    (failure === 'NODE_UNREACHABLE' && hash !== undefined)
  );
}
