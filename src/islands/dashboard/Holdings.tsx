import { withAside } from '../../lib/i18n/punctuation.ts';
import { $dashboard, type DashboardHome } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { WhatIs } from '../figures/WhatIs.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { type PortfolioLine, portfolioLines, portfolioPrices } from './portfolio-lines.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { rememberedWallet } from '../../lib/chain/wallets/find-wallet.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { $user } from '../../stores/session.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import { usePart } from '../action/use-part.ts';
import { WalletRows } from './WalletRows.tsx';

const heldPart = definePart(() => import('./HeldInWallet.tsx'));

const CENTER = 120;
const RADIUS = 98;
/** Gap between slices, in turns. */
const GAP = 0.0035;
const WHOLE_BASIS_POINTS = 10_000;

/** What the total consists of, and the connected wallet beside it. Renders nothing on failure, which the portfolio above already reports. */
export const Holdings = island(function Holdings() {
  const { portfolio } = useTexts('home');
  const state = useSection($dashboard);
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

function ReadyHoldings({ home, lines }: { home: DashboardHome; lines: readonly PortfolioLine[] }) {
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

function PartLine({ line, index }: { line: PortfolioLine; index: number }) {
  const texts = useTexts('home').portfolio;
  const locale = useLocale();
  return (
    <div>
      <dt>
        <span className={`key key-${(index % 5) + 1}`} />
        {texts.kinds[line.kind]}
        {/* The question mark stays on the token's line. */}
        <span className="kept">
          {withAside('', line.walletType, locale)}
          {'\u00a0'}
          {line.kind === 'VESTING' && <WhatIs term="vesting" />}
        </span>
      </dt>
      <dd className="qty">
        <Figure value={line.amount} unit={line.walletType} />
      </dd>
      <dd className="share num">{line.share !== null && formatShare(line.share, locale)}</dd>
      <dd className="usd">{line.usd !== null && <Figure value={line.usd} isRoundedUp={line.isUsdRoundedUp} />}</dd>
    </div>
  );
}

interface ConnectedWalletProps {
  home: Pick<DashboardHome, 'jufPrice' | 'juPrice'>;
}

/** The connected wallet, next to the JuFi balance. Its rows are there as soon as a wallet is remembered, so nothing moves when it is attached. */
function ConnectedWallet({ home }: ConnectedWalletProps) {
  const texts = useTexts('home').portfolio;
  const user = useStore($user);
  const isAttached = useStore($walletChain).status !== 'UNKNOWN';
  const isShown = user !== null && (isAttached || rememberedWallet.get() !== null);
  const held = usePart(heldPart, isShown ? 'now' : 'not yet');
  if (!isShown) return null;
  return (
    <div className="connected-wallet">
      <h3>{texts.connected}</h3>
      {held ? <held.HeldInWallet owner={user.address} prices={portfolioPrices(home)} /> : <WalletRows show={() => null} />}
      <p className="note">{interpolate(texts.connectedNote, { address: shortenAddress(user.address) })}</p>
    </div>
  );
}

interface DonutProps {
  /** Basis points that add up to 10,000. */
  shares: readonly number[];
  label: string;
  figure: string;
}

/** Hidden from screen readers: the list beside it has the same data. */
function Donut({ shares, label, figure }: DonutProps) {
  return (
    <div className="donut" aria-hidden="true">
      <svg className="chart" viewBox="0 0 240 240">
        {shares.every((share) => share === 0) ? (
          <circle className="donut-track" cx="120" cy="120" r="98" />
        ) : (
          donutSlices(shares).map(({ path, index }) => <path key={index} className={`donut-slice data-${(index % 5) + 1}`} d={path} />)
        )}
      </svg>
      {/* Not the picture's own text, which could neither wrap within the ring nor keep its size in a small one. */}
      <p>
        {label}
        <span className="donut-figure num">{figure || '\u00a0'}</span>
      </p>
    </div>
  );
}

/** One donut slice as SVG path data; slices run clockwise from twelve o'clock in the given order. */
interface DonutSlice {
  path: string;
  /** Index in the given list, which determines the shade. */
  index: number;
}

/** Takes shares in basis points that add up to 10,000; shares of zero are skipped. For a viewBox of 240 × 240. */
export function donutSlices(shares: readonly number[]): DonutSlice[] {
  const visible = shares.filter((share) => share > 0).length;
  let start = 0;
  return shares.flatMap((share, index) => {
    const end = start + share / WHOLE_BASIS_POINTS;
    const slice = { index, path: visible === 1 ? circle() : arc(start + GAP / 2, Math.max(end - GAP / 2, start + GAP)) };
    start = end;
    return share > 0 ? [slice] : [];
  });
}

function arc(start: number, end: number): string {
  return `M${point(start)}A${RADIUS} ${RADIUS} 0 ${end - start > 0.5 ? 1 : 0} 1 ${point(end)}`;
}

/** An SVG arc can't end where it starts, so a full circle takes two. */
function circle(): string {
  return `M${point(0)}A${RADIUS} ${RADIUS} 0 0 1 ${point(0.5)}A${RADIUS} ${RADIUS} 0 0 1 ${point(1)}`;
}

function point(turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(CENTER + RADIUS * Math.sin(angle)).toFixed(1)} ${(CENTER - RADIUS * Math.cos(angle)).toFixed(1)}`;
}
