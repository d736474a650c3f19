import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { createJsonRpc } from '../../lib/chain/json-rpc.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { chainRpcUrl } from '../../lib/config.ts';
import { shareText } from '../../shell/copy-text.ts';
import { readConfirmations } from '../../lib/wallet/read-confirmations.ts';
import { $hashView } from '../../stores/hash-view.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { activityPage } from '../list/activity-page.ts';
import { $modals } from '../../stores/modals.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { type HashTexts, TransactionHash } from '../figures/TransactionHash.tsx';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { detailOf } from '../list/transaction-detail.ts';
import { type KindNames, titleOf } from '../list/transaction-title.ts';
import { island, useLocale } from '../root/island.ts';
import type { WalletTexts } from './wallet-texts.ts';
import { verbatim, withoutMarks } from '../jsx/kept-text.ts';

interface HashViewProps {
  texts: Pick<WalletTexts, 'hash' | 'history'> & { transaction: HashTexts; kinds: KindNames; close: string };
  /** Set where the details are shown beside a page of their kind. */
  pageOf?: LanguageCode | undefined;
  /** Whether it was opened from the history itself. */
  isInHistory?: boolean | undefined;
}

type Confirmations = number | 'failed' | 'reading' | 'unread' | 'unknown';

/** One movement: full hash, finality, and links to explorers. */
export const HashView = island(function HashView({ texts, pageOf, isInHistory = false }: HashViewProps): React.JSX.Element {
  const row = useStore($hashView, { ssr: 'initial' });
  const isOpen = useStore($modals, { ssr: 'initial' }).open === 'hash-view';
  return (
    <>
      <DialogHead id="hash-title" title={texts.hash.title} close={texts.close} />
      <div className="dlg-body">
        {row && isOpen && <Facts key={row.id} row={row} texts={texts} pageOf={pageOf} isInHistory={isInHistory} />}
      </div>
    </>
  );
});

function Facts({ row, texts, pageOf, isInHistory }: { row: TransactionRow } & HashViewProps): React.JSX.Element {
  const locale = useLocale();
  const { hash: names } = texts;
  const isOfChain = row.kind === 'DEPOSIT' || row.kind === 'PAYOUT';
  const confirmations = useConfirmations(isOfChain ? row.hash : null);
  const plain = (value: string): string => `${formatAmount(fromDecimalString(value, 18), 18, { locale })}\u00a0${row.walletType}`;
  const amount = `${row.direction === 'IN' ? '+' : '−'}${plain(row.amount)}`;
  const title = titleOf(row, texts.history, texts.kinds);
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
    { name: texts.history.fee, value: row.fee === '0' ? texts.history.none : plain(row.fee) },
    { name: texts.history.after, value: plain(row.balanceAfter) },
    { name: names.reference, value: row.id },
  );
  return (
    <>
      <p className="follow-subject num">{amount}</p>
      <p className="dim">
        {title}
        {row.subject && `, ${detailOf({ subject: row.subject }, locale)}`}
      </p>
      <TransactionHash
        hash={row.hash}
        isOnChain={typeof confirmations === 'number' || confirmations === 'failed'}
        texts={texts.transaction}
      />
      <Ledger lines={lines.map(({ name, value }) => ({ name, value: <bdi className="addr">{value}</bdi> }))} />
      {!isOfChain && <p className="note">{names.ledger}</p>}
      {isUnpaid && <p className="note">{names.voidedPayout}</p>}
      <div className="btn-row">
        <button
          type="button"
          className="btn btn-secondary"
          onClick={({ currentTarget }) => {
            const text = [title, amount, ...lines.map(({ name, value }) => `${name}: ${value}`), row.hash].join('\n');
            void shareText({ text: withoutMarks(text) }, currentTarget, names.shared);
          }}
        >
          {names.share}
        </button>
        <button type="button" className="btn btn-secondary" onClick={() => print()}>
          {names.print}
        </button>
        <Links row={row} pageOf={pageOf} isInHistory={isInHistory} texts={names} />
      </div>
    </>
  );
}

interface LinksProps extends Pick<HashViewProps, 'pageOf' | 'isInHistory'> {
  row: TransactionRow;
  texts: WalletTexts['hash'];
}

function Links({ row, pageOf, isInHistory, texts }: LinksProps): React.JSX.Element {
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

function confirmationText(confirmations: Confirmations, texts: WalletTexts['hash']): string {
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
