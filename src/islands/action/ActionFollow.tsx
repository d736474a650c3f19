import type { ReactNode } from 'react';
import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import { receiptOf } from '../../lib/action/receipt-of.ts';
import { transactionOf } from '../../lib/action/transaction-of.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import { NextLink, type NextStep, NextText } from './NextStep.tsx';
import { Notice } from './Notice.tsx';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { EntryMeta, ReceiptMeta, useStatusOf } from './ReceiptMeta.tsx';

interface ActionFollowProps<Order, Data> {
  state: ActionState<Order, Data>;
  /** Describes the order in every state: "250.00 USDT to lena_k". */
  subject: (order: Order) => ReactNode;
  /** The result: figures, dates, the transaction. What goes to the chain may still be on its way, or come back. */
  done: (data: Data, order: Order, status: TransactionRow['status']) => ReactNode;
  /** What the member may do next, if anything; not asked about what came back from the chain. */
  next: (data: Data, order: Order, status: TransactionRow['status']) => NextStep | null;
  /** Replaces the provider's message where this page can be more helpful; undefined keeps the provider's. */
  refusal?: (refusal: ActionRefusal, order: Order) => string | undefined;
  /** `action.retry` */
  retry: () => void;
  /** `action.dismiss`; also closes the dialog. */
  dismiss: () => void;
  /** Returns to the form after a refusal. */
  change: () => void;
}

const NONE = { id: '', status: 'POSTED' } as const;

/** The progress of a confirmed action: in progress, unknown, done or refused. Renders nothing before that. Must be inside a dialog. */
export function ActionFollow<Order, Data>(props: ActionFollowProps<Order, Data>): React.JSX.Element | null {
  const { follow } = useTexts('action');
  const { state, subject, next } = props;
  const transaction = state.step === 'done' ? transactionOf(state.data) : null;
  const status = useOutcome(state);
  if (state.step === 'idle' || state.step === 'reviewing' || state.step === 'signing') return null;
  const isBack = status === 'VOIDED';
  const step = state.step === 'done' && !isBack ? next(state.data, state.order, status) : null;
  return (
    <>
      <div className="dlg-body follow" aria-live="polite" data-step={isBack ? 'refused' : state.step}>
        <h3>
          {state.step === 'done' && status === 'POSTED' && <Icon name="check" />}
          {(state.step === 'refused' || isBack) && <Icon name="alert" />}
          {status === 'POSTED' ? titleOf(state, follow) : isBack ? follow.refusedTitle : follow.sendingTitle}
        </h3>
        <p className="follow-subject">{subject(state.order)}</p>
        {'isEarlier' in state && state.isEarlier && <Notice kind="warning" text={follow.earlier} />}
        <Outcome {...props} status={status} />
        {step && <NextText next={step} />}
        {transaction && <ReceiptMeta transaction={transaction} />}
        {/* What gives no tokens, such as points, is in no list of transactions. */}
        {state.step === 'done' && !transaction && <EntryMeta receipt={receiptOf(state.data)} />}
      </div>
      <Foot {...props} next={step} />
    </>
  );
}

/** What has become of the action's transaction; `POSTED` too where there is none. */
export function useOutcome(state: ActionState<unknown, unknown>): TransactionRow['status'] {
  return useStatusOf((state.step === 'done' ? transactionOf(state.data) : null) ?? NONE);
}

type OutcomeProps<Order, Data> = ActionFollowProps<Order, Data> & { status: TransactionRow['status'] };

function Outcome<Order, Data>({ state, done, refusal, status }: OutcomeProps<Order, Data>): React.JSX.Element | null {
  const { follow } = useTexts('action');
  switch (state.step) {
    case 'sending':
      return <p className="dim">{follow.sendingText}</p>;
    case 'unsure':
      return (
        <>
          <p>{follow.unsure[state.waitsFor]}</p>
          <p className="note num">{interpolate(follow.reference, { id: state.key })}</p>
        </>
      );
    case 'done':
      return <>{done(state.data, state.order, status)}</>;
    case 'refused': {
      const words = refusal?.(state.refusal, state.order) ?? (state.refusal.message || follow.noReason);
      return (
        <>
          <p>{words}</p>
          {/* What the signature was used for before may have been paid. */}
          {state.refusal.code !== 'INTENT_USED' && <p>{follow.nothingTaken}</p>}
          {state.refusal.requestId !== undefined && (
            <p className="note num">{interpolate(follow.request, { id: state.refusal.requestId })}</p>
          )}
        </>
      );
    }
    default:
      return null;
  }
}

interface FootProps extends Record<'retry' | 'dismiss' | 'change', () => void> {
  state: ActionState<unknown, unknown>;
  next: NextStep | null;
}

function Foot({ state, retry, dismiss, change, next }: FootProps): React.JSX.Element | null {
  const { follow } = useTexts('action');
  const isOpen = state.step === 'unsure' && (state.waitsFor === 'person' || state.waitsFor === 'history');
  if (state.step !== 'done' && state.step !== 'refused' && !isOpen) return null;
  return (
    <div className="dlg-foot">
      {state.step === 'refused' && (
        <button type="button" className="btn btn-primary btn-block" onClick={change}>
          {follow.back}
        </button>
      )}
      {isOpen && state.waitsFor === 'person' && (
        <button type="button" className="btn btn-primary btn-block" onClick={retry}>
          {follow.ask}
        </button>
      )}
      {next && <NextLink next={next} leave={dismiss} />}
      <button type="button" className={state.step === 'done' && !next ? 'btn btn-primary btn-block' : 'btn btn-ghost'} onClick={dismiss}>
        {isOpen ? follow.letGo : follow.close}
      </button>
    </div>
  );
}

function titleOf(state: ActionState<unknown, unknown>, follow: Texts<'action'>['follow']): string {
  switch (state.step) {
    case 'unsure':
      return follow.unsureTitle;
    case 'done':
      return follow.doneTitle;
    case 'refused':
      return follow.refusedTitle;
    default:
      return follow.sendingTitle;
  }
}
