import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { Hex } from '../../lib/chain/wallets/eip1193.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { joinList, labelled } from '../../lib/i18n/punctuation.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { shareText } from '../../shell/copy-text.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { followingPart } from '../../stores/following.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { usePart } from '../action/use-part.ts';
import { activityPage } from '../list/activity-page.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { TransactionHash } from '../figures/TransactionHash.tsx';
import { detailOf } from '../list/transaction-detail.ts';
import { titleOf } from '../list/transaction-title.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { verbatim, withoutMarks } from '../jsx/kept-text.ts';

export interface LedgerFactsProps {
  row: TransactionRow;
  /** Set where the details are shown beside a page of their kind. */
  pageOf?: LanguageCode | undefined;
  /** Whether it was opened from the history itself. */
  isInHistory?: boolean | undefined;
}

type Confirmations = number | 'failed' | 'reading' | 'unread' | 'unknown';

/** An entry of the ledger, with what the chain knows of it. */
export function LedgerFacts({ row, ...links }: LedgerFactsProps): React.JSX.Element {
  const { hash: names } = useTexts('wallet');
  const { fee, none, after, fromName, toName } = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const isOfChain = row.kind === 'DEPOSIT' || row.kind === 'PAYOUT';
  const confirmations = useConfirmations(isOfChain ? row.hash : null);
  const plain = (value: string): string => `${formatAmount(value, { locale })}\u00a0${row.walletType}`;
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
    { name: fee, value: row.fee === '0' ? none : plain(row.fee) },
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

function Links({ row, pageOf, isInHistory = false }: LedgerFactsProps): React.JSX.Element {
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
