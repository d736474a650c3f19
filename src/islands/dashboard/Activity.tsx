import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TokenMark } from '../figures/TokenMark.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { detailOf, titleOf } from '../list/transaction-title.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { EmptyState } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';

interface ActivityProps {
  language: LanguageCode;
}

export const Activity = island(function Activity({ language }: ActivityProps): React.JSX.Element | null {
  const texts = useTexts('home').activity;
  const { deposit } = useTexts('home').start;
  const { noneTitle, fee } = useTexts('wallet').history;
  const { all } = useTexts('wallet').recent;
  const state = useSection($dashboard);
  if (state.kind === 'failed') return null;
  const rows = state.kind === 'ready' ? (state.data.activity ?? []) : [];
  return (
    <Section id="activity" title={texts.title} note={texts.note}>
      {state.kind === 'loading' && (
        <p aria-busy="true">
          <Skeleton width={16} />
        </p>
      )}
      {state.kind === 'ready' && rows.length === 0 && (
        <EmptyState title={noneTitle} text={texts.none} act={{ text: deposit, href: `${localePath(language, '/wallet')}#deposit` }} />
      )}
      {rows.length > 0 && (
        <>
          <table className="table tx">
            <TableHead
              columns={[
                { name: texts.kind },
                { name: texts.when },
                { name: texts.amount, kind: 'figure' },
                { name: fee, kind: 'figure' },
                { name: texts.after, kind: 'figure' },
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
          <p>
            <a className="btn btn-secondary" href={localePath(language, '/wallet/history')}>
              {all}
            </a>
          </p>
        </>
      )}
    </Section>
  );
});

function Row({ row }: { row: TransactionRow }): React.JSX.Element {
  const { fee: feeName, fromName, none, toName } = useTexts('wallet').history;
  const texts = useTexts('home').activity;
  const locale = useLocale();
  const status = row.status === 'PENDING' ? texts.pending : row.status === 'VOIDED' ? texts.voided : null;
  const detail = detailOf(row, locale);
  const { fee } = row;
  return (
    <tr>
      <th scope="row">
        <span>
          <button type="button" className="link" onClick={() => openHashView(row)}>
            {titleOf(row, { fromName, toName }, texts.kinds)}
          </button>
          {detail !== null && (
            <small>
              <bdi translate="no">{detail}</bdi>
            </small>
          )}
        </span>
        {status !== null && <span className={row.status === 'PENDING' ? 'badge badge-warn' : 'badge'}>{status}</span>}
      </th>
      <td className="when" data-l={texts.when}>
        <time className="num dim" dateTime={row.createdAt}>
          {formatDateTime(row.createdAt, locale, { day: 'numeric', month: 'short' })}
        </time>
      </td>
      <td className={row.direction === 'IN' ? 'r sum-of pos' : 'r sum-of'} data-l={texts.amount}>
        <TokenMark token={row.walletType} />
        <Figure value={row.amount} unit={row.walletType} sign={row.direction === 'IN' ? '+' : '−'} />
      </td>
      <td className={fee === 0n ? 'r fee only-wide' : 'r fee'} data-l={feeName}>
        {fee === 0n ? <span className="note">{none}</span> : <Figure value={fee} />}
      </td>
      <td className="r after" data-l={texts.after}>
        <Figure value={row.balanceAfter} />
      </td>
    </tr>
  );
}
