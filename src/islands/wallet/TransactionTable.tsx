import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatClock, formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TokenMark } from '../figures/TokenMark.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { detailOf, titleOf } from '../list/transaction-title.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface TransactionTableProps {
  /** Null while loading. */
  rows: readonly TransactionRow[] | null;
  /** Number of placeholder rows. */
  expected: number;
}

export function TransactionTable({ rows, expected }: TransactionTableProps): React.JSX.Element {
  const texts = useTexts('wallet').history;
  return (
    <table className="table tx" aria-busy={rows === null}>
      <TableHead
        columns={[
          { name: texts.what },
          { name: texts.when },
          { name: texts.hash },
          { name: texts.amount, kind: 'figure' },
          { name: texts.fee, kind: 'figure' },
          { name: texts.after, kind: 'figure' },
        ]}
      />
      <tbody>
        {rows === null
          ? Array.from({ length: expected }, (_, line) => <WaitingRow key={line} />)
          : rows.map((row) => <Row key={`${row.id} ${row.walletType}`} row={row} />)}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: TransactionRow } & Omit<TransactionTableProps, 'rows' | 'expected'>): React.JSX.Element {
  const texts = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const status = row.status === 'PENDING' ? texts.pending : row.status === 'VOIDED' ? texts.voided : null;
  const detail = detailOf(row, locale);
  const { fee } = row;
  return (
    <tr>
      <th scope="row">
        <span>
          <button type="button" className="link" onClick={() => openHashView(row)}>
            {titleOf(row, texts, kinds)}
          </button>
          {detail !== null && (
            <small title={detail}>
              <bdi translate="no">{detail}</bdi>
            </small>
          )}
        </span>
        {status !== null && <span className={row.status === 'PENDING' ? 'badge badge-warn' : 'badge'}>{status}</span>}
      </th>
      <td className="when" data-l={texts.when}>
        <time className="num dim" dateTime={row.createdAt}>
          <span>{formatDate(row.createdAt, locale)}</span> <span>{formatClock(row.createdAt, locale)}</span>
        </time>
      </td>
      <td className="hash" data-l={texts.hash}>
        <span className="num dim">{shortenAddress(row.hash)}</span>
      </td>
      <td className={row.direction === 'IN' ? 'r sum-of pos' : 'r sum-of'} data-l={texts.amount}>
        <TokenMark token={row.walletType} />
        <Figure value={row.amount} unit={row.walletType} sign={row.direction === 'IN' ? '+' : '−'} />
      </td>
      <td className={fee === 0n ? 'r fee only-wide' : 'r fee'} data-l={texts.fee}>
        {fee === 0n ? <span className="note">{texts.none}</span> : <Figure value={fee} />}
      </td>
      <td className="r after" data-l={texts.after}>
        <Figure value={row.balanceAfter} />
      </td>
    </tr>
  );
}

/** As tall as a row. */
function WaitingRow(): React.JSX.Element {
  return (
    <tr aria-hidden="true">
      <th scope="row">
        <span className="link">
          <Skeleton width={8} />
        </span>
      </th>
      <td className="when">
        <Skeleton width={8} />
      </td>
      <td className="hash">
        <Skeleton width={6} />
      </td>
      <td className="r sum-of">
        <Skeleton width={6} />
      </td>
      <td className="r fee only-wide">
        <Skeleton width={4} />
      </td>
      <td className="r after">
        <Skeleton width={6} />
      </td>
    </tr>
  );
}
