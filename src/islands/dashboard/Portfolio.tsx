import { formatAmount } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { $dashboard, $jufPriceByHour, type DashboardHome, dashboardReadAtMs, refreshDashboard } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatClock, formatShare, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { Section } from '../state/Section.tsx';
import { type PortfolioLine, portfolioLines } from './portfolio-lines.ts';

interface PortfolioProps {
  language: LanguageCode;
}

const ACTS = [
  ['deposit', '/wallet', '#deposit'],
  ['send', '/wallet', '#send'],
  ['swap', '/swap', ''],
  ['buy', '/treasury', ''],
] as const;

/** What the member owns in all, and the ways to move it. */
export const Portfolio = island(function Portfolio({ language }: PortfolioProps) {
  const { portfolio } = useTexts('home');
  const locale = useLocale();
  const state = useSection($dashboard);
  const priceAt = state.kind === 'ready' ? state.data.jufPriceAt : null;
  const time = priceAt === null ? UNKNOWN_CLOCK : formatClock(priceAt, locale);
  // Without figures there is no time that they are of.
  const note = state.kind === 'failed' ? '\u00a0' : interpolate(portfolio.note, { time });
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

function ReadyPortfolio({ home, language }: { home: DashboardHome } & PortfolioProps) {
  const texts = useTexts('home').portfolio;
  const lines = portfolioLines(home.portfolio?.parts ?? []);
  const total = home.portfolio?.totalUsd ?? null;
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

function LoadingPortfolio({ language }: PortfolioProps) {
  return (
    <div className="owned" aria-busy="true">
      <p className="figure">
        <span className="cur">US$</span>
        <Skeleton width={6} />
      </p>
      <p className="note day-change">{'\u00a0'}</p>
      <PortfolioActs language={language} />
    </div>
  );
}

interface DayChangeProps {
  lines: readonly PortfolioLine[];
  totalUsd: bigint;
  jufPrice: bigint | null;
}

/** The total's change in the last 24 hours, shown by sign and words as well as by colour. Its line takes up its space before the figures load. */
function DayChange({ lines, totalUsd, jufPrice }: DayChangeProps) {
  const texts = useTexts('home').portfolio;
  const locale = useLocale();
  const before = useServerState($jufPriceByHour).data?.[0]?.price;
  const change = before === undefined || jufPrice === null ? null : dayChange(lines, totalUsd, { now: jufPrice, before });
  if (change === null) return <p className="note day-change">{'\u00a0'}</p>;
  const { usd, basisPoints } = change;
  const sign = usd > 0n ? '+' : usd < 0n ? '−' : '';
  const amount = `${sign}US$\u00a0${formatAmount(usd < 0n ? -usd : usd, { locale, fractionDigits: 2 })}`;
  const day = interpolate(texts.day, { amount, share: formatShare(basisPoints, locale, true) });
  return (
    <p className="note day-change">
      <span className={usd > 0n ? 'pos' : usd < 0n ? 'neg' : undefined}>{day}</span>
      {spaceAfter(day)}
      <span>{texts.dayNote}</span>
    </p>
  );
}

/** The four ways to move money, beneath the total. */
function PortfolioActs({ language }: { language: LanguageCode }) {
  const { deposit, buy } = useTexts('home').start;
  const { acts: label } = useTexts('home').portfolio;
  const { transfer: send } = useTexts('wallet').balances;
  const { swap } = useTexts('common').navigation;
  const texts = { deposit, send, swap, buy };
  return (
    <nav className="btn-row acts" aria-label={label}>
      {ACTS.map(([act, path, hash]) => (
        <a key={act} className="btn btn-secondary" href={localePath(language, path) + hash}>
          {texts[act]}
        </a>
      ))}
    </nav>
  );
}

interface Change {
  /** In 10⁻¹⁸ US dollars; negative for a loss. */
  usd: bigint;
  /** In basis points of the value a day ago, rounded towards zero. */
  basisPoints: number;
}

/**
 * What a day's move of the JUF price did to the JUF held now, staked and vesting included. Null without both prices, or if there is nothing
 * to compare with.
 */
export function dayChange(lines: readonly PortfolioLine[], totalUsd: bigint, price: { now: bigint; before: bigint }): Change | null {
  const held = lines.reduce((sum, { walletType, amount }) => (walletType === 'JUF' ? sum + amount : sum), 0n);
  const usd = (held * (price.now - price.before)) / ONE;
  const before = totalUsd - usd;
  if (held === 0n || before <= 0n) return null;
  return { usd, basisPoints: Number((usd * BASIS_POINTS) / before) };
}
