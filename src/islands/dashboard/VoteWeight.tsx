import { interpolate } from '../jsx/interpolate.ts';
import { WhatIs } from '../figures/WhatIs.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { formatWeight } from './vote-weight.ts';

interface VoteWeightProps {
  powerPath: string;
  /** JU power of the vote; null if unknown. */
  weight: bigint | null;
  hasVoted: boolean;
}

/** The weight of the member's vote; if it's zero, why they can't vote and how to get power for the next poll. */
export function VoteWeight({ weight, hasVoted, powerPath }: VoteWeightProps): React.JSX.Element | null {
  const { vote } = useTexts('home');
  const locale = useLocale();
  if (weight === null) return null;
  if (weight > 0n)
    return (
      <p className="note">
        {interpolate(hasVoted ? vote.weighed : vote.weight, { power: formatWeight(weight, locale) })} <WhatIs term="juPower" />
      </p>
    );
  return (
    <>
      <p>
        {vote.noPower} <WhatIs term="juPower" />
      </p>
      <a className="btn btn-secondary" href={powerPath}>
        {vote.gain}
      </a>
    </>
  );
}
