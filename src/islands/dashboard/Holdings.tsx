import { $dashboard, type DashboardHome } from '../../stores/dashboard.ts';
import { Donut } from '../charts/Donut.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { WhatIs } from '../figures/WhatIs.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { ConnectedWallet } from './ConnectedWallet.tsx';
import { portfolioLines, type PortfolioLine } from './portfolio-lines.ts';

/** What the total consists of, and the connected wallet beside it. Renders nothing on failure, which the portfolio above already reports. */
export const Holdings = island(function Holdings(): React.JSX.Element | null {
  const { portfolio } = useTexts('home');
  const state = sectionState(useServerState($dashboard));
  if (state.kind === 'failed') return null;
  if (state.kind === 'loading') {
    return (
      <Section id="holdings" title={portfolio.jufi}>
        <p aria-busy="true" className="holdings">
          <Skeleton width={16} />
        </p>
      </Section>
    );
  }
  const lines = portfolioLines(state.data.portfolio?.parts ?? []);
  return lines.length === 0 ? (
    <ConnectedWallet home={state.data} />
  ) : (
    <Section id="holdings" title={portfolio.jufi}>
      <ReadyHoldings home={state.data} lines={lines} />
    </Section>
  );
});

function ReadyHoldings({ home, lines }: { home: DashboardHome; lines: readonly PortfolioLine[] }): React.JSX.Element {
  const texts = useTexts('home').portfolio;
  const locale = useLocale();
  const totalUsd = home.portfolio?.totalUsd ?? null;
  const atWork = lines.filter(({ kind }) => kind !== 'WALLET').reduce((sum, { share }) => sum + (share ?? 0), 0);
  return (
    <div className="portfolio">
      <div>
        <dl className="ledger parts">
          {lines.map((line, index) => (
            <PartLine key={line.kind + line.walletType} line={line} index={index} />
          ))}
          {totalUsd !== null && (
            <div className="sum">
              <dt>{texts.total}</dt>
              <dd className="qty" />
              <dd className="share num">{formatShare(10_000, locale)}</dd>
              <dd className="usd">
                <Figure value={totalUsd} />
              </dd>
            </div>
          )}
        </dl>
        <ConnectedWallet home={home} />
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
