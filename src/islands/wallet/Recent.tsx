import { $recentTransactions, refreshHistory } from '../../stores/history.ts';
import { island, useTexts } from '../root/island.ts';
import { EmptyState, FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { TransactionTable } from './TransactionTable.tsx';

interface RecentProps {
  /** The page with all transactions. */
  href: string;
}

const ROWS = 5;

/** The latest movements, and a link to all of them. */
export const Recent = island(function Recent({ href }: RecentProps) {
  const { recent, history } = useTexts('wallet');
  const { deposit } = useTexts('wallet').balances;
  const state = useSection($recentTransactions);
  const rows = state.kind === 'ready' ? state.data.data.slice(0, ROWS) : null;
  return (
    <Section id="transactions" title={recent.title}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshHistory} />}
      {rows?.length === 0 && <EmptyState title={history.noneTitle} text={history.noneText} act={{ text: deposit, href: '#deposit' }} />}
      {state.kind !== 'failed' && rows?.length !== 0 && <TransactionTable rows={rows} expected={ROWS} />}
      {rows?.length !== 0 && (
        <p>
          <a className="btn btn-secondary" href={href}>
            {recent.all}
          </a>
        </p>
      )}
    </Section>
  );
});
