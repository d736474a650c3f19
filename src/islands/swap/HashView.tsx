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
import { type HashTexts, TransactionHash } from '../figures/TransactionHash.tsx';
import { island, useLocale } from '../root/island.ts';
import { StatusBadge } from './StatusBadge.tsx';
import type { SwapTexts } from './swap-texts.ts';

interface HashViewProps {
  texts: Pick<SwapTexts, 'hash' | 'status' | 'failures'> & { networkFee: string; transaction: HashTexts; close: string };
}

/**
 * What stands in the hash view modal: a transaction's state, updated while it's open. The dialog is the page's, since another island opens it: toasts move into
 * an open dialog, and React would take them for a fault in the markup of an island that it hadn't hydrated.
 */
export const HashView = island(function HashView({ texts }: HashViewProps): React.JSX.Element {
  const transaction = findTransaction(useStore($transactions, { ssr: 'initial' }), useStore($viewedHash, { ssr: 'initial' }));
  return (
    <>
      <DialogHead id="hash-title" title={texts.hash.title} close={texts.close} />
      <div className="dlg-body">{transaction && <Facts transaction={transaction} texts={texts} />}</div>
    </>
  );
});

type FactsProps = HashViewProps & { transaction: TrackedTransaction };

function Facts({ transaction, texts }: FactsProps): React.JSX.Element {
  const locale = useLocale();
  const { status, hash, firstHash, sentAtMs, revertReason = 'OTHER' } = transaction;
  const { hash: words } = texts;
  const lines: LedgerLine[] = [{ name: words.status, value: <StatusBadge status={status} texts={texts.status} /> }];
  if ('gasFee' in status) {
    const count = Math.min(status.confirmations, SETTLED_AFTER_CONFIRMATIONS);
    lines.push(
      {
        name: words.confirmations,
        value: <span className="num">{interpolate(words.confirmationsOf, { count, wanted: SETTLED_AFTER_CONFIRMATIONS })}</span>,
      },
      { name: words.block, value: <span className="num">{new Intl.NumberFormat(locale).format(status.blockNumber)}</span> },
      {
        name: texts.networkFee,
        value: <Figure value={BigInt(status.gasFee)} decimals={18} unit="JU" fractionDigits={6} />,
      },
    );
  }
  lines.push({ name: words.sent, value: <span className="num">{formatDateTime(new Date(sentAtMs).toISOString(), locale)}</span> });
  return (
    <>
      <p aria-live="polite">
        {interpolate(words.explain[statusKey(status)], { reason: texts.failures[revertReason] })}{' '}
        {firstHash !== undefined && words.otherHash}
      </p>
      <TransactionHash hash={hash} isOnChain texts={texts.transaction} />
      <Ledger lines={lines} />
    </>
  );
}
