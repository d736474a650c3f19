import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { $dashboard, dashboardReadAtMs, refreshDashboard, type DashboardHome } from '../../stores/dashboard.ts';
import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { Donut } from '../charts/Donut.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import { formatClock, formatShare, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { sectionState } from '../state/section-state.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { ConnectedWallet } from './ConnectedWallet.tsx';
import { DayChange } from './DayChange.tsx';
import { PortfolioActs } from './PortfolioActs.tsx';
import { portfolioLines, type PortfolioLine } from './portfolio-lines.ts';
import { WhatIs } from '../figures/WhatIs.tsx';
import { Section } from '../state/Section.tsx';
import { StaleNotice } from '../state/StaleNotice.tsx';

interface PortfolioProps {
  language: LanguageCode;
}

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
  const locale = useLocale();
  const lines = portfolioLines(home.portfolio?.parts ?? []);
  const totalUsd = home.portfolio?.totalUsd ?? null;
  const total = totalUsd === null ? null : fromDecimalString(totalUsd);
  const atWork = lines.filter(({ kind }) => kind !== 'WALLET').reduce((sum, { share }) => sum + (share ?? 0), 0);
  const connected = <ConnectedWallet home={home} />;
  if (lines.length === 0) {
    return (
      <>
        <div className="state">
          <h3>{texts.emptyTitle}</h3>
          <p>{texts.emptyText}</p>
        </div>
        {connected}
      </>
    );
  }
  return (
    <div className="portfolio">
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
        <h3>{texts.jufi}</h3>
        <dl className="ledger parts">
          {lines.map((line, index) => (
            <PartLine key={line.kind + line.walletType} line={line} index={index} />
          ))}
          {total !== null && (
            <div className="sum">
              <dt>{texts.total}</dt>
              <dd className="qty" />
              <dd className="share num">{formatShare(10_000, locale)}</dd>
              <dd className="usd">
                <Figure value={total} />
              </dd>
            </div>
          )}
        </dl>
        {connected}
      </div>
      <Donut shares={lines.map(({ share }) => share ?? 0)} label={texts.atWork} figure={formatShare(atWork, locale)} />
    </div>
  );
}

function PartLine({ line, index }: { line: PortfolioLine; index: number }): React.JSX.Element {
  const texts = useTexts('home').portfolio;
  const locale = useLocale();
  return (
    <div>
      <dt>
        <span className={`key key-${(index % 5) + 1}`} />
        {texts.kinds[line.kind]} {line.kind === 'VESTING' && <WhatIs term="vesting" />} <span className="unit">{line.walletType}</span>
      </dt>
      <dd className="qty">
        <Figure value={line.amount} unit={line.walletType} />
      </dd>
      <dd className="share num">{line.share !== null && formatShare(line.share, locale)}</dd>
      <dd className="usd">{line.usd !== null && <Figure value={line.usd} />}</dd>
    </div>
  );
}

/** As tall as the portfolio of a member with three wallets. */
function LoadingPortfolio({ language }: PortfolioProps): React.JSX.Element {
  const texts = useTexts('home').portfolio;
  return (
    <div className="portfolio" aria-busy="true">
      <div>
        <p className="figure">
          <span className="cur">US$</span>
          <Skeleton width={6} />
        </p>
        <p className="note">{'\u00a0'}</p>
        <PortfolioActs language={language} />
        <h3>{texts.jufi}</h3>
        <dl className="ledger parts" aria-hidden="true">
          {(['JUF', 'USDT', 'JU'] as const).map((walletType) => (
            <div key={walletType}>
              <dt>
                <span className="key" />
                {texts.kinds.WALLET} <span className="unit">{walletType}</span>
              </dt>
              <dd className="qty">
                <Skeleton width={8} />
              </dd>
              <dd className="share">
                <Skeleton width={4} />
              </dd>
              <dd className="usd">
                <Skeleton width={6} />
              </dd>
            </div>
          ))}
          <div className="sum">
            <dt>{texts.total}</dt>
            <dd className="qty" />
            <dd className="share" />
            <dd className="usd">
              <Skeleton width={6} />
            </dd>
          </div>
        </dl>
      </div>
      <Donut shares={[]} label={texts.atWork} figure="" />
    </div>
  );
}
