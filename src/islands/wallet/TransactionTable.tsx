import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { formatClock, formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { TransactionLine } from '../list/TransactionLine.tsx';
import { useLocale, useTexts } from '../root/island.ts';

interface TransactionTableProps {
  /** Null while loading. */
  rows: readonly TransactionRow[] | null;
  /** Number of placeholder rows. */
  expected: number;
}

export function TransactionTable({ rows, expected }: TransactionTableProps) {
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

function Row({ row }: { row: TransactionRow }) {
  const texts = useTexts('wallet').history;
  const locale = useLocale();
  return (
    <TransactionLine row={row} names={texts}>
      <td className="when" data-l={texts.when}>
        <time className="num dim" dateTime={row.createdAt}>
          <span>{formatDate(row.createdAt, locale)}</span> <span>{formatClock(row.createdAt, locale)}</span>
        </time>
      </td>
      <td className="hash" data-l={texts.hash}>
        <span className="num dim">{shortenAddress(row.hash)}</span>
      </td>
    </TransactionLine>
  );
}

/** As tall as a row. */
function WaitingRow() {
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
