import { useState } from 'react';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island } from '../root/island.ts';
import { PositionTabs } from './PositionTabs.tsx';
import { useLiveStaking } from './use-live-staking.ts';

interface PositionsProps {
  /** Above the form for a new stake, where they are once there are any; below it until then. */
  place: 'first' | 'last';
}

/** Current positions, withdrawn positions and turbo charges. Two islands, of which one draws them, so that order and focus agree. */
export const Positions = island(function Positions({ place }: PositionsProps): React.JSX.Element | null {
  const { state } = useLiveStaking();
  const isKnown = state.kind !== 'loading';
  const isNone = state.kind === 'failed' || (state.kind === 'ready' && state.data.positions.length === 0);
  const hasList = isKnown && (place === 'first') !== isNone;
  // The receipt of the last one's withdrawal outlives the list.
  const [hadList, setHadList] = useState(hasList);
  if (hasList && !hadList) setHadList(true);
  if (hadList) return <PositionTabs hasList={hasList} />;
  if (isKnown) return null;
  return (
    <p className="positions-waiting" aria-busy="true">
      <Skeleton width={16} />
    </p>
  );
});
