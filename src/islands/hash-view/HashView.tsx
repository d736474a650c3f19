import { $hashView } from '../../stores/hash-view.ts';
import { $modals } from '../../stores/modals.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { Hex } from '../../lib/chain/wallets/eip1193.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { joinList, joinSentences, labelled } from '../../lib/i18n/punctuation.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { shareText } from '../../shell/copy-text.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { followingPart } from '../../stores/following.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { usePart } from '../action/use-part.ts';
import { detailOf, titleOf } from '../list/transaction-title.ts';
import { activityPage } from '../list/activity-page.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { verbatim, withoutMarks } from '../jsx/kept-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { findTransaction, SETTLED_AFTER_CONFIRMATIONS, statusKey } from '../../lib/transactions/tracked-transaction.ts';
import { $transactions } from '../../stores/sent-transactions.ts';
import { Figure } from '../figures/Figure.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { chainExplorerUrl } from '../../lib/config.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Icon } from '../figures/Icon.tsx';
import { useShown } from '../state/use-shown.ts';

/**
 * What stands in the hash view modal. The dialog is the page's, since another island opens it: toasts move into an open dialog, and React would take them for a
 * fault in the markup of an island that it hadn't hydrated.
 */
export const HashView = island(function HashView({ pageOf, isInHistory }: Omit<LedgerFactsProps, 'row'>) {
  const { title } = useTexts('wallet').hash;
  const { close } = useTexts('common');
  const viewed = useShown($hashView);
  const isOpen = useShown($modals).open === 'hash-view';
  return (
    <>
      <DialogHead id="hash-title" title={title} close={close} />
      <div className="dlg-body">
        {isOpen && typeof viewed === 'string' && <SentFacts hash={viewed} />}
        {isOpen && viewed !== null && typeof viewed !== 'string' && (
          <LedgerFacts key={viewed.id} row={viewed} pageOf={pageOf} isInHistory={isInHistory} />
        )}
      </div>
    </>
  );
});

interface LedgerFactsProps {
  row: TransactionRow;
  /** Set where the details are shown beside a page of their kind. */
  pageOf?: LanguageCode | undefined;
  /** Whether it was opened from the history itself. */
  isInHistory?: boolean | undefined;
}

type Confirmations = number | 'failed' | 'reading' | 'unread' | 'unknown';

/** An entry of the ledger, with what the chain knows of it. */
function LedgerFacts({ row, ...links }: LedgerFactsProps) {
  const { hash: names } = useTexts('wallet');
  const { fee, none, after, fromName, toName } = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const isOfChain = row.kind === 'DEPOSIT' || row.kind === 'PAYOUT';
  const confirmations = useConfirmations(isOfChain ? row.hash : null);
  const plain = (value: bigint): string => `${formatAmount(value, { locale })}\u00a0${row.walletType}`;
  const amount = `${row.direction === 'IN' ? '+' : '−'}${plain(row.amount)}`;
  const title = titleOf(row, { fromName, toName }, kinds);
  const lines = [
    { name: names.time, value: formatDateTime(row.createdAt, locale) },
    { name: names.status, value: names[row.status] },
  ];
  const isUnpaid = row.kind === 'PAYOUT' && row.status === 'VOIDED';
  // Never meant for the chain: a failed payout and its refund.
  const isLedgerAlone = confirmations === 'unknown' && (isUnpaid || (row.kind === 'PAYOUT' && row.direction === 'IN'));
  if (isOfChain && !isLedgerAlone) lines.push({ name: names.confirmations, value: confirmationText(confirmations, names) });
  if (row.counterparty !== undefined) {
    lines.push({
      name: names.counterparty,
      value: 'address' in row.counterparty ? row.counterparty.address : verbatim(row.counterparty.username),
    });
  }
  if (row.remark !== undefined) lines.push({ name: names.remark, value: verbatim(row.remark) });
  lines.push(
    { name: fee, value: row.fee === 0n ? none : plain(row.fee) },
    { name: after, value: plain(row.balanceAfter) },
    { name: names.reference, value: row.id },
  );
  return (
    <>
      <p className="follow-subject num">{amount}</p>
      <p className="dim">{joinList([title, ...(row.subject ? [detailOf({ subject: row.subject }, locale) ?? ''] : [])], locale)}</p>
      <TransactionHash hash={row.hash} isOnChain={typeof confirmations === 'number' || confirmations === 'failed'} />
      <Ledger lines={lines.map(({ name, value }) => ({ name, value: <bdi className="addr">{value}</bdi> }))} />
      {!isOfChain && <p className="note">{names.ledger}</p>}
      {isUnpaid && <p className="note">{names.voidedPayout}</p>}
      <div className="btn-row">
        <button
          type="button"
          className="btn btn-secondary"
          onClick={({ currentTarget }) => {
            const text = [title, amount, ...lines.map(({ name, value }) => labelled(name, value, locale)), row.hash].join('\n');
            void shareText({ text: withoutMarks(text) }, currentTarget, names.shared);
          }}
        >
          {names.share}
        </button>
        <button type="button" className="btn btn-secondary" onClick={() => print()}>
          {names.print}
        </button>
        <Links row={row} {...links} />
      </div>
    </>
  );
}

function Links({ row, pageOf, isInHistory = false }: LedgerFactsProps) {
  const texts = useTexts('wallet').hash;
  return (
    <>
      {!isInHistory && (
        <a className="btn btn-ghost" href={`${localePath(pageLanguage(), '/wallet/history')}#${row.id}`}>
          {texts.inHistory}
        </a>
      )}
      {pageOf && (
        <a className="btn btn-ghost" href={localePath(pageOf, activityPage(row.kind))}>
          {texts.related}
        </a>
      )}
    </>
  );
}

function confirmationText(confirmations: Confirmations, texts: Texts<'wallet'>['hash']): string {
  if (typeof confirmations === 'number') return String(confirmations);
  return { failed: texts.failed, reading: texts.reading, unread: texts.unread, unknown: texts.notOnChain }[confirmations];
}

/** Requested once, when the view opens. */
function useConfirmations(hash: Hex | null): Confirmations {
  const [confirmations, setConfirmations] = useState<Confirmations>('reading');
  const following = usePart(followingPart, hash === null ? 'not yet' : 'now');
  useEffect(() => {
    if (following === null || hash === null) return;
    following.confirmationsOf(hash).then(
      (blocks) => setConfirmations(blocks ?? 'unknown'),
      () => setConfirmations('unread'),
    );
  }, [following, hash]);
  return confirmations;
}

/** What this device has sent, as far as the page follows it. */
function SentFacts({ hash: viewed }: { hash: Hex }) {
  const { hash: words, failures } = useTexts('swap');
  const { networkFee } = useTexts('swap').run.receipt;
  const { status: statusName, confirmations } = useTexts('wallet').hash;
  const locale = useLocale();
  const transaction = findTransaction(useShown($transactions), viewed);
  if (!transaction) return null;
  const { status, hash, firstHash, sentAtMs, revertReason = 'OTHER' } = transaction;
  const lines: LedgerLine[] = [{ name: statusName, value: <StatusBadge status={status} /> }];
  if ('gasFee' in status) {
    const count = Math.min(status.confirmations, SETTLED_AFTER_CONFIRMATIONS);
    lines.push(
      {
        name: confirmations,
        value: <span className="num">{interpolate(words.confirmationsOf, { count, wanted: SETTLED_AFTER_CONFIRMATIONS })}</span>,
      },
      { name: words.block, value: <span className="num">{formatCount(status.blockNumber, locale)}</span> },
      {
        name: networkFee,
        value: <Figure value={BigInt(status.gasFee)} unit="JU" fractionDigits={6} />,
      },
    );
  }
  const explained = interpolate(words.explain[statusKey(status)], { reason: failures[revertReason] });
  lines.push({ name: words.sent, value: <span className="num">{formatDateTime(new Date(sentAtMs).toISOString(), locale)}</span> });
  return (
    <>
      <p aria-live="polite">{joinSentences([explained, ...(firstHash === undefined ? [] : [words.otherHash])], locale)}</p>
      <TransactionHash hash={hash} isOnChain />
      <Ledger lines={lines} />
    </>
  );
}

interface TransactionHashProps {
  hash: string;
  /** Whether a block explorer can find it. */
  isOnChain: boolean;
}

/** A transaction's full hash with a copy button, and an explorer link if one is configured. */
function TransactionHash({ hash, isOnChain }: TransactionHashProps) {
  const texts = useTexts('common').hash;
  return (
    <div className="field">
      <span className="label">{texts.label}</span>
      <div className="copy-row">
        <span className="addr num" translate="no">
          {hash}
        </span>
        <CopyButton text={hash} label={texts.copy} copied={texts.copied} />
      </div>
      {isOnChain && chainExplorerUrl !== undefined && (
        <a className="link-act" href={`${chainExplorerUrl.replace(/\/+$/, '')}/tx/${hash}`} target="_blank" rel="noreferrer noopener">
          {texts.explorer}
          <Icon name="ext" small />
          <span className="vh"> ({texts.newTab})</span>
        </a>
      )}
    </div>
  );
}
