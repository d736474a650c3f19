import { joinSentences } from '../../lib/i18n/punctuation.ts';
import { formatCount } from '../../lib/format-count.ts';
import { useStore } from '@nanostores/react';
import { interpolate } from '../jsx/interpolate.ts';
import type { Hex } from '../../lib/chain/wallets/eip1193.ts';
import { findTransaction, SETTLED_AFTER_CONFIRMATIONS, statusKey } from '../../lib/transactions/tracked-transaction.ts';
import { $transactions } from '../../stores/sent-transactions.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { TransactionHash } from '../figures/TransactionHash.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** What this device has sent, as far as the page follows it. */
export function SentFacts({ hash: viewed }: { hash: Hex }): React.JSX.Element | null {
  const { hash: words, failures } = useTexts('swap');
  const { networkFee } = useTexts('swap').run.receipt;
  const { status: statusName, confirmations } = useTexts('wallet').hash;
  const locale = useLocale();
  const transaction = findTransaction(useStore($transactions, { ssr: 'initial' }), viewed);
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
