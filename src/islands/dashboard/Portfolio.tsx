import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { $dashboard, dashboardReadAtMs, refreshDashboard, type DashboardHome } from '../../stores/dashboard.ts';
import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { sectionState } from '../state/section-state.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { DayChange } from './DayChange.tsx';
import { PortfolioActs } from './PortfolioActs.tsx';
import { portfolioLines } from './portfolio-lines.ts';
import { Section } from '../state/Section.tsx';
import { StaleNotice } from '../state/StaleNotice.tsx';

interface PortfolioProps {
  language: LanguageCode;
}

/** What the member owns in all, and the ways to move it. */
export const Portfolio = island(function Portfolio({ language }: PortfolioProps): React.JSX.Element {
  const { portfolio } = useTexts('home');
  const locale = useLocale();
  const state = sectionState(useServerState($dashboard));
  const priceAt = state.kind === 'ready' ? state.data.jufPriceAt : null;
  const note = interpolate(portfolio.note, { time: priceAt === null ? UNKNOWN_CLOCK : formatClock(priceAt, locale) });
  return (
    <Section id="portfolio" title={portfolio.title} note={note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshDashboard} />}
      {state.kind === 'loading' && <LoadingPortfolio language={language} />}
      {state.kind === 'ready' && (
        <>
          {state.stale && <StaleNotice readAtMs={dashboardReadAtMs()} />}
          <ReadyPortfolio home={state.data} language={language} />
        </>
      )}
    </Section>
  );
});

function ReadyPortfolio({ home, language }: { home: DashboardHome } & PortfolioProps): React.JSX.Element {
  const texts = useTexts('home').portfolio;
  const lines = portfolioLines(home.portfolio?.parts ?? []);
  const totalUsd = home.portfolio?.totalUsd ?? null;
  const total = totalUsd === null ? null : fromDecimalString(totalUsd);
  if (lines.length === 0) {
    return (
      <div className="state">
        <h3>{texts.emptyTitle}</h3>
        <p>{texts.emptyText}</p>
      </div>
    );
  }
  return (
    <div>
      {total === null ? (
        <div className="callout callout-neg">
          <Icon name="alert" />
          <p>{texts.noPrice}</p>
        </div>
      ) : (
        <>
          <p className="figure">
            <span className="cur">US$</span>
            <Figure value={total} />
          </p>
          <DayChange lines={lines} totalUsd={total} jufPrice={home.jufPrice} />
        </>
      )}
      <PortfolioActs language={language} />
    </div>
  );
}

function LoadingPortfolio({ language }: PortfolioProps): React.JSX.Element {
  return (
    <div className="owned" aria-busy="true">
      <p className="figure">
        <span className="cur">US$</span>
        <Skeleton width={6} />
      </p>
      <p className="note">{'\u00a0'}</p>
      <PortfolioActs language={language} />
    </div>
  );
}
