import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Waiting } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { TransactionLine } from '../list/TransactionLine.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { EmptyState } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';

interface ActivityProps {
  language: LanguageCode;
}

export const Activity = island(function Activity({ language }: ActivityProps) {
  const texts = useTexts('home').activity;
  const { deposit } = useTexts('home').start;
  const { noneTitle, fee } = useTexts('wallet').history;
  const { all } = useTexts('wallet').recent;
  const state = useSection($dashboard);
  if (state.kind === 'failed') return null;
  const rows = state.kind === 'ready' ? (state.data.activity ?? []) : [];
  return (
    <Section id="activity" title={texts.title} note={texts.note}>
      {state.kind === 'loading' && <Waiting />}
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

function Row({ row }: { row: TransactionRow }) {
  const texts = useTexts('home').activity;
  const locale = useLocale();
  return (
    <TransactionLine row={row} names={texts}>
      <td className="when" data-l={texts.when}>
        <time className="num dim" dateTime={row.createdAt}>
          {formatDateTime(row.createdAt, locale, { day: 'numeric', month: 'short' })}
        </time>
      </td>
    </TransactionLine>
  );
}
