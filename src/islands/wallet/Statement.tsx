import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { joinList, joinSentences, withAside } from '../../lib/i18n/punctuation.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { isolate } from '../../lib/isolate.ts';
import type { HistoryFilter } from '../../stores/history.ts';
import { $user } from '../../stores/session.ts';
import { formatDate, formatDateTime } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';
import { detailOf, titleOf } from '../list/transaction-title.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface StatementProps {
  rows: readonly TransactionRow[];
  filter: HistoryFilter;
}

/** For printing only: whose statement it is, what it covers, and every movement to the last digit. */
export function Statement({ rows, filter }: StatementProps): React.JSX.Element {
  const texts = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const user = $user.get();
  const exact = (amount: string): string => formatAmount(amount, { locale });
  const covers = [
    filter.walletType,
    filter.kind && kinds[filter.kind],
    filter.from && `${texts.from} ${formatDate(filter.from, locale, 'UTC')}`,
    filter.to && `${texts.to} ${formatDate(filter.to, locale, 'UTC')}`,
  ].filter((part) => part !== null);
  return (
    <section className="statement">
      <h1>{texts.statement}</h1>
      {user && <p>{interpolate(texts.statementFor, { name: isolate(user.username), uid: user.uid, address: user.address })}</p>}
      <p>
        {joinSentences(
          [
            covers.length > 0 ? joinList(covers, locale) : texts.all,
            interpolate(texts.statementRows, { count: rows.length }),
            interpolate(texts.statementMade, {
              time: formatDateTime(new Date().toISOString(), locale, { day: 'numeric', month: 'long', year: 'numeric' }),
            }),
          ],
          locale,
        )}
      </p>
      <table>
        <TableHead
          columns={[{ name: texts.when }, { name: texts.what }, { name: texts.amount }, { name: texts.fee }, { name: texts.after }]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id} ${row.walletType}`}>
              <td>{formatDateTime(row.createdAt, locale, { day: 'numeric', month: 'short', year: 'numeric' })}</td>
              <td>
                {row.status === 'POSTED'
                  ? titleOf(row, texts, kinds)
                  : withAside(titleOf(row, texts, kinds), row.status === 'PENDING' ? texts.pending : texts.voided, locale)}
                {detailOf(row, locale) !== null && (
                  <small>
                    <bdi translate="no">{detailOf(row, locale)}</bdi>
                  </small>
                )}
              </td>
              <td>
                {row.direction === 'IN' ? '+' : '−'}
                {exact(row.amount)} {row.walletType}
              </td>
              <td>{exact(row.fee)}</td>
              <td>{exact(row.balanceAfter)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
