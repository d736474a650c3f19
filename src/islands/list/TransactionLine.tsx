import type { ReactNode } from 'react';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { Figure } from '../figures/Figure.tsx';
import { TokenMark } from '../figures/TokenMark.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { detailOf, titleOf } from './transaction-title.ts';

interface TransactionLineProps {
  row: TransactionRow;
  /** Its table's names for columns, and for what hasn't settled. */
  names: Record<'amount' | 'after' | 'pending' | 'voided', string>;
  /** The cells between what it was and the amount. */
  children: ReactNode;
}

/** A movement in a table; its name opens all that is known of it. */
export function TransactionLine({ row, names, children }: TransactionLineProps) {
  const { fee: feeName, fromName, none, toName } = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const detail = detailOf(row, locale);
  const { fee } = row;
  return (
    <tr>
      <th scope="row">
        <span>
          <button type="button" className="link" onClick={() => openHashView(row)}>
            {titleOf(row, { fromName, toName }, kinds)}
          </button>
          {detail !== null && (
            <small title={detail}>
              <bdi translate="no">{detail}</bdi>
            </small>
          )}
        </span>
        {row.status === 'PENDING' && <span className="badge badge-warn">{names.pending}</span>}
        {row.status === 'VOIDED' && <span className="badge">{names.voided}</span>}
      </th>
      {children}
      <td className={row.direction === 'IN' ? 'r sum-of pos' : 'r sum-of'} data-l={names.amount}>
        <TokenMark token={row.walletType} />
        <Figure value={row.amount} unit={row.walletType} sign={row.direction === 'IN' ? '+' : '−'} />
      </td>
      <td className={fee === 0n ? 'r fee only-wide' : 'r fee'} data-l={feeName}>
        {fee === 0n ? <span className="note">{none}</span> : <Figure value={fee} />}
      </td>
      <td className="r after" data-l={names.after}>
        <Figure value={row.balanceAfter} />
      </td>
    </tr>
  );
}
