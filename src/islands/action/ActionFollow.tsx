import { type ReactNode, useEffect } from 'react';
import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { Icon } from '../figures/Icon.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { NextLink, type NextStep, NextText } from './NextStep.tsx';
import { Notice } from './Notice.tsx';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { atom } from 'nanostores';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { $recentTransactions, refreshHistory, type TransactionPage } from '../../stores/history.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import type { ServerState } from '../../stores/server-state.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useServerState } from '../state/use-server-state.ts';
import { ReceiptActs } from './ReceiptActs.tsx';

export interface FollowSteps<Order, Data> {
  /** Describes the order in every state: "250.00 USDT to lena_k". */
  subject: (order: Order) => ReactNode;
  /** The result: figures, dates, the transaction. What goes to the chain may still be on its way, or come back. */
  done: (data: Data, order: Order, status: TransactionRow['status']) => ReactNode;
  /** What the member may do next, if anything; not asked about what came back from the chain. */
  next: (data: Data, order: Order, status: TransactionRow['status']) => NextStep | null;
  /** Replaces the provider's message where this page can be more helpful; undefined keeps the provider's. */
  refusal?: (refusal: ActionRefusal, order: Order) => string | undefined;
  /** Said of a refusal in place of "You haven't been charged", for what costs nothing. */
  unchanged?: string;
}

interface ActionFollowProps<Order, Data> extends FollowSteps<Order, Data> {
  state: ActionState<Order, Data>;
  /** Whether it can be closed while it goes on. */
  isInDialog?: boolean;
  /** `action.retry` */
  retry: () => void;
  /** `action.dismiss`; also closes the dialog. */
  dismiss: () => void;
  /** Returns to the form after a refusal. */
  change: () => void;
}

const NONE = { id: '', status: 'POSTED' } as const;

const PACE_MS = 4_000;

/** The progress of a confirmed action: in progress, unknown, done or refused. Renders nothing before that. */
export function ActionFollow<Order, Data>(props: ActionFollowProps<Order, Data>) {
  const { follow } = useTexts('action');
  const { state, subject, next } = props;
  const { transaction, receipt } = partsOf(state);
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
        {state.step === 'done' && !transaction && <EntryMeta receipt={receipt} />}
      </div>
      <Foot {...props} next={step} />
    </>
  );
}

/** What has become of the action's transaction; `POSTED` too where there is none. */
export function useOutcome(state: ActionState<unknown, unknown>): TransactionRow['status'] {
  return useStatusOf(partsOf(state).transaction ?? NONE);
}

type OutcomeProps<Order, Data> = ActionFollowProps<Order, Data> & { status: TransactionRow['status'] };

function Outcome<Order, Data>({ state, done, refusal, unchanged, status }: OutcomeProps<Order, Data>) {
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
          {state.refusal.code !== 'INTENT_USED' && <p>{unchanged ?? follow.nothingTaken}</p>}
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
  isInDialog?: boolean;
}

function Foot({ state, retry, dismiss, change, next, isInDialog = false }: FootProps) {
  const { follow } = useTexts('action');
  const isOpen = state.step === 'unsure' && (state.waitsFor === 'person' || state.waitsFor === 'history');
  if (isInDialog && state.step === 'unsure' && !isOpen) return <CloseForNow isChecking={state.waitsFor === 'answer'} />;
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

/** Closes the dialog as its head does: what was sent goes on. */
function CloseForNow({ isChecking }: { isChecking: boolean }) {
  const { follow } = useTexts('action');
  return (
    <form method="dialog" className="dlg-foot">
      {isChecking && <p className="note">{follow.closing}</p>}
      <button className="btn btn-secondary btn-block">{follow.close}</button>
    </form>
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

interface ReceiptMetaProps {
  transaction: TransactionRow;
}

const $unread = atom<ServerState<TransactionPage>>({ loading: true });

/** The end of every receipt: fee, time, reference, and a link to its place in the history. */
function ReceiptMeta({ transaction }: ReceiptMetaProps) {
  const texts = useTexts('action').follow.receipt;
  const locale = useLocale();
  const { fee } = transaction;
  return (
    <>
      <Ledger
        lines={[
          {
            name: texts.fee,
            value: fee === 0n ? texts.noFee : <Figure isExact value={fee} unit={transaction.walletType} />,
          },
          ...lines(transaction.createdAt, transaction.hash, locale, texts),
        ]}
      />
      <ReceiptActs href={`${localePath(pageLanguage(), '/wallet/history')}#${transaction.id}`} />
    </>
  );
}

/** The same for what isn't listed as a transaction. */
function EntryMeta({ receipt }: { receipt: EntryReceipt | undefined }) {
  const texts = useTexts('action').follow.receipt;
  const locale = useLocale();
  return (
    <>
      {receipt && <Ledger lines={lines(receipt.createdAt, receipt.id, locale, texts)} />}
      <ReceiptActs />
    </>
  );
}

function lines(at: string, reference: string, locale: string, texts: Texts<'action'>['follow']['receipt']): LedgerLine[] {
  return [
    { name: texts.time, value: formatDateTime(at, locale) },
    {
      name: texts.reference,
      value: (
        <span className="num" title={reference}>
          {shortenAddress(reference)}
        </span>
      ),
    },
  ];
}

/** What has become of the receipt's transaction. Polls while it is on its way to the chain. */
function useStatusOf({ id, status: first }: Pick<TransactionRow, 'id' | 'status'>): TransactionRow['status'] {
  const recent = useServerState(first === 'PENDING' ? $recentTransactions : $unread).data;
  const status = recent?.data.find((row) => row.id === id)?.status ?? first;
  const isOnItsWay = status === 'PENDING';
  useEffect(() => {
    if (!isOnItsWay) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) refreshHistory();
    }, PACE_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay]);
  return status;
}

interface EntryReceipt {
  id: string;
  createdAt: string;
}

/** The transaction in the response to a call that moves value; what gives no tokens, such as points, is in no list of them and has a receipt. */
function partsOf(state: ActionState<unknown, unknown>): { transaction?: TransactionRow; receipt?: EntryReceipt } {
  return state.step === 'done' && typeof state.data === 'object' && state.data !== null ? state.data : {};
}
