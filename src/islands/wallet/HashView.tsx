import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { createJsonRpc } from '../../lib/chain/json-rpc.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { joinList, labelled } from '../../lib/i18n/punctuation.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { chainRpcUrl } from '../../lib/config.ts';
import { shareText } from '../../shell/copy-text.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { readConfirmations } from '../../lib/wallet/read-confirmations.ts';
import { $hashView } from '../../stores/hash-view.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { activityPage } from '../list/activity-page.ts';
import { $modals } from '../../stores/modals.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { TransactionHash } from '../figures/TransactionHash.tsx';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { detailOf } from '../list/transaction-detail.ts';
import { titleOf } from '../list/transaction-title.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { verbatim, withoutMarks } from '../jsx/kept-text.ts';

interface HashViewProps {
  /** Set where the details are shown beside a page of their kind. */
  pageOf?: LanguageCode | undefined;
  /** Whether it was opened from the history itself. */
  isInHistory?: boolean | undefined;
}

type Confirmations = number | 'failed' | 'reading' | 'unread' | 'unknown';

/** One movement: full hash, finality, and links to explorers. */
export const HashView = island(function HashView({ pageOf, isInHistory = false }: HashViewProps): React.JSX.Element {
  const { hash } = useTexts('wallet');
  const { close } = useTexts('common');
  const row = useStore($hashView, { ssr: 'initial' });
  const isOpen = useStore($modals, { ssr: 'initial' }).open === 'hash-view';
  return (
    <>
      <DialogHead id="hash-title" title={hash.title} close={close} />
      <div className="dlg-body">{row && isOpen && <Facts key={row.id} row={row} pageOf={pageOf} isInHistory={isInHistory} />}</div>
    </>
  );
});

function Facts({ row, pageOf, isInHistory }: { row: TransactionRow } & HashViewProps): React.JSX.Element {
  const { hash: names, history } = useTexts('wallet');
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const isOfChain = row.kind === 'DEPOSIT' || row.kind === 'PAYOUT';
  const confirmations = useConfirmations(isOfChain ? row.hash : null);
  const plain = (value: string): string => `${formatAmount(value, { locale })}\u00a0${row.walletType}`;
  const amount = `${row.direction === 'IN' ? '+' : '−'}${plain(row.amount)}`;
  const title = titleOf(row, history, kinds);
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
    { name: history.fee, value: row.fee === '0' ? history.none : plain(row.fee) },
    { name: history.after, value: plain(row.balanceAfter) },
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
        <Links row={row} pageOf={pageOf} isInHistory={isInHistory} />
      </div>
    </>
  );
}

interface LinksProps extends Pick<HashViewProps, 'pageOf' | 'isInHistory'> {
  row: TransactionRow;
}

function Links({ row, pageOf, isInHistory }: LinksProps): React.JSX.Element {
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
function useConfirmations(hash: string | null): Confirmations {
  const [confirmations, setConfirmations] = useState<Confirmations>('reading');
  useEffect(() => {
    if (hash === null) return undefined;
    let isCurrent = true;
    const show = (read: Confirmations): void => {
      if (isCurrent) setConfirmations(read);
    };
    readConfirmations(createJsonRpc(chainRpcUrl), [hash]).then(
      ([blocks]) => show(blocks ?? 'unknown'),
      () => show('unread'),
    );
    return () => {
      isCurrent = false;
    };
  }, [hash]);
  return confirmations;
}
