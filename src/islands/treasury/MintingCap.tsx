import { type Amount, formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { mintableJuf } from '../../lib/treasury/check-purchase.ts';
import type { TreasuryList } from '../../lib/treasury/treasury-types.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { $treasury, refreshTreasury } from '../../stores/treasury.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatClock, formatShare, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { StaleNotice } from '../state/StaleNotice.tsx';
import { useServerState } from '../state/use-server-state.ts';
import { PRICE_DIGITS } from './write-figures.ts';

interface PartProps {
  treasury: TreasuryList | null;
}

/** JUF minted, its cap and its price. Also reports a failure on behalf of the packages. */
export const MintingCap = island(function MintingCap(): React.JSX.Element {
  const texts = useTexts('treasury').cap;
  const state = sectionState(useServerState($treasury));
  const treasury = state.kind === 'ready' ? state.data : null;
  return (
    <Section id="cap" title={texts.title} note={texts.note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshTreasury} />}
      {state.kind === 'ready' && state.stale && <StaleNotice readAtMs={answerReadAtMs($treasury.key ?? '')} />}
      {state.kind !== 'failed' && (
        <>
          <Stats treasury={treasury} />
          <CapBar treasury={treasury} />
        </>
      )}
    </Section>
  );
});

function Stats({ treasury }: PartProps): React.JSX.Element {
  const texts = useTexts('treasury').cap;
  const locale = useLocale();
  // Rounded so that minted and left add up to the cap as shown.
  const juf = (value: Amount, isRoundedUp: boolean): React.JSX.Element => (
    <Figure value={value} unit="JUF" fractionDigits={0} isRoundedUp={isRoundedUp} />
  );
  return (
    <dl className="stats">
      <div className="stat">
        <dt>{texts.minted}</dt>
        <dd className="v">{treasury ? juf(treasury.mintedJuf, true) : <Skeleton width={8} />}</dd>
      </div>
      <div className="stat">
        <dt>{texts.left}</dt>
        <dd className="v">{treasury ? juf(mintableJuf(treasury), false) : <Skeleton width={8} />}</dd>
      </div>
      <div className="stat">
        <dt>{texts.price}</dt>
        <dd className="v">
          {treasury === null && <Skeleton width={6} />}
          {treasury?.jufPrice === null && texts.noPrice}
          {typeof treasury?.jufPrice === 'string' && <Figure value={treasury.jufPrice} unit="USDT" fractionDigits={PRICE_DIGITS} />}
        </dd>
        <dd className="note num">{treasury?.jufPriceAt ? formatClock(treasury.jufPriceAt, locale) : UNKNOWN_CLOCK}</dd>
      </div>
    </dl>
  );
}

function CapBar({ treasury }: PartProps): React.JSX.Element {
  const texts = useTexts('treasury').cap;
  const locale = useLocale();
  const cap = treasury && fromDecimalString(treasury.maxMintingCap);
  const minted = treasury && fromDecimalString(treasury.mintedJuf);
  // Rounded down so that the cap never shows as reached too early.
  const share = cap && minted ? Number((minted * BASIS_POINTS) / cap) : 0;
  const written = cap === null ? null : formatAmount(cap, { locale, fractionDigits: 0 });
  return (
    <div className="bar-wrap">
      <svg
        className="bar bar-tall"
        viewBox="0 0 10000 1"
        preserveAspectRatio="none"
        role="img"
        aria-label={written === null ? texts.title : interpolate(texts.bar, { share: formatShare(share, locale), cap: written })}
      >
        <rect className="bar-part" width={share} height="1" />
      </svg>
      <div className="bar-lines">
        <span className="num">{written === null ? <Skeleton width={4} /> : formatShare(share, locale)}</span>
        {/* Keyed by text, so a change of width isn't a layout shift. */}
        <span key={written} className="num">
          {written === null ? <Skeleton width={8} /> : interpolate(texts.whole, { cap: written })}
        </span>
      </div>
    </div>
  );
}
