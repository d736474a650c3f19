import { formatCount } from '../../lib/format-count.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Stat } from '../figures/Stat.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { Section } from '../state/Section.tsx';

export const ServiceTotals = island(function ServiceTotals() {
  const texts = useTexts('home').service;
  const locale = useLocale();
  const state = useSection($dashboard);
  if (state.kind === 'failed') return null;
  const home = state.kind === 'ready' ? state.data : null;
  return (
    <Section id="service" title={texts.title}>
      <dl className="stats">
        <Stat name={texts.staked}>{home ? <Figure value={home.totalStaked} unit="JUF" fractionDigits={0} /> : <Skeleton width={8} />}</Stat>
        <Stat name={texts.members}>
          <span className="num">{home ? formatCount(home.totalMembers, locale) : <Skeleton width={4} />}</span>
        </Stat>
        <Stat name={texts.minted}>
          <span className="num">
            {home ? formatShare(mintedShare(home.totalMinted, home.maxMintingCap), locale) : <Skeleton width={4} />}
          </span>
        </Stat>
      </dl>
    </Section>
  );
});

/** Basis points, rounded down so that the cap never shows as reached too early. */
function mintedShare(minted: bigint, cap: bigint): number {
  return cap === 0n ? 0 : Number((minted * BASIS_POINTS) / cap);
}
