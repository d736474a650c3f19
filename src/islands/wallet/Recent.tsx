import { $recentTransactions, refreshHistory } from '../../stores/history.ts';
import { island } from '../root/island.ts';
import { EmptyState } from '../state/EmptyState.tsx';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import type { StateTexts } from '../state/state-texts.ts';
import { useServerState } from '../state/use-server-state.ts';
import type { KindNames } from '../list/transaction-title.ts';
import { TransactionTable } from './TransactionTable.tsx';
import type { WalletTexts } from './wallet-texts.ts';

interface RecentProps {
  texts: Pick<WalletTexts, 'recent' | 'history'> & { state: StateTexts; kinds: KindNames; deposit: string };
  /** The page with all transactions. */
  href: string;
}

const ROWS = 5;

/** The latest movements, and a link to all of them. */
export const Recent = island(function Recent({ texts, href }: RecentProps): React.JSX.Element {
  const state = sectionState(useServerState($recentTransactions));
  const rows = state.kind === 'ready' ? state.data.data.slice(0, ROWS) : null;
  return (
    <Section id="transactions" title={texts.recent.title}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} texts={texts.state} retry={refreshHistory} />}
      {rows?.length === 0 && (
        <EmptyState title={texts.history.noneTitle} text={texts.history.noneText} act={{ text: texts.deposit, href: '#deposit' }} />
      )}
      {state.kind !== 'failed' && rows?.length !== 0 && (
        <TransactionTable rows={rows} expected={ROWS} texts={texts.history} kinds={texts.kinds} />
      )}
      {rows?.length !== 0 && (
        <p>
          <a className="btn btn-secondary" href={href}>
            {texts.recent.all}
          </a>
        </p>
      )}
    </Section>
  );
});
