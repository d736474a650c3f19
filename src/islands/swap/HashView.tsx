import { joinSentences } from '../../lib/i18n/punctuation.ts';
import { formatCount } from '../../lib/format-count.ts';
import { useStore } from '@nanostores/react';
import { interpolate } from '../jsx/interpolate.ts';
import { findTransaction } from '../../lib/transactions/find-transaction.ts';
import { SETTLED_AFTER_CONFIRMATIONS } from '../../lib/transactions/settled-after.ts';
import { statusKey } from '../../lib/transactions/status-key.ts';
import type { TrackedTransaction } from '../../lib/transactions/tracked-transaction.ts';
import { $transactions } from '../../stores/transaction-list.ts';
import { $viewedHash } from '../../stores/viewed-transaction.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { TransactionHash } from '../figures/TransactionHash.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { StatusBadge } from './StatusBadge.tsx';

/**
 * What stands in the hash view modal: a transaction's state, updated while it's open. The dialog is the page's, since another island opens it: toasts move into
 * an open dialog, and React would take them for a fault in the markup of an island that it hadn't hydrated.
 */
export const HashView = island(function HashView(): React.JSX.Element {
  const { hash } = useTexts('swap');
  const { close } = useTexts('common');
  const transaction = findTransaction(useStore($transactions, { ssr: 'initial' }), useStore($viewedHash, { ssr: 'initial' }));
  return (
    <>
      <DialogHead id="hash-title" title={hash.title} close={close} />
      <div className="dlg-body">{transaction && <Facts transaction={transaction} />}</div>
    </>
  );
});

type FactsProps = { transaction: TrackedTransaction };

function Facts({ transaction }: FactsProps): React.JSX.Element {
  const { hash: words, failures } = useTexts('swap');
  const { networkFee } = useTexts('swap').run.receipt;
  const locale = useLocale();
  const { status, hash, firstHash, sentAtMs, revertReason = 'OTHER' } = transaction;
  const lines: LedgerLine[] = [{ name: words.status, value: <StatusBadge status={status} /> }];
  if ('gasFee' in status) {
    const count = Math.min(status.confirmations, SETTLED_AFTER_CONFIRMATIONS);
    lines.push(
      {
        name: words.confirmations,
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
