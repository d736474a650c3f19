import { atom } from 'nanostores';
import { useEffect } from 'react';
import { fromDecimalString } from '../../lib/amount.ts';
import type { EntryReceipt } from '../../lib/action/receipt-of.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { $recentTransactions, refreshHistory, type TransactionPage } from '../../stores/history.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import type { ServerState } from '../../stores/server-state.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { ReceiptActs } from './ReceiptActs.tsx';

interface ReceiptMetaProps {
  transaction: TransactionRow;
}

const $unread = atom<ServerState<TransactionPage>>({ loading: true });
const PACE_MS = 4_000;

/** The end of every receipt: fee, time, reference, and a link to its place in the history. */
export function ReceiptMeta({ transaction }: ReceiptMetaProps): React.JSX.Element {
  const texts = useTexts('action').follow.receipt;
  const locale = useLocale();
  const fee = fromDecimalString(transaction.fee);
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
export function EntryMeta({ receipt }: { receipt: EntryReceipt | null }): React.JSX.Element {
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
export function useStatusOf({ id, status: first }: Pick<TransactionRow, 'id' | 'status'>): TransactionRow['status'] {
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
