import { interpolate } from '../../lib/i18n/interpolate.ts';
import { formatWeight } from './vote-weight.ts';
import type { VoteProps } from './Vote.tsx';

interface VoteWeightProps extends VoteProps {
  /** Its JU power; null where it isn't known. */
  weight: bigint | null;
  hasVoted: boolean;
}

/** What the member's own vote weighs; without power, why they can't vote and what helps for the next poll. */
export function VoteWeight({ weight, hasVoted, locale, powerPath, texts: { vote } }: VoteWeightProps): React.JSX.Element | null {
  if (weight === null) return null;
  if (weight > 0n)
    return <p className="note">{interpolate(hasVoted ? vote.weighed : vote.weight, { power: formatWeight(weight, locale) })}</p>;
  return (
    <>
      <p>{vote.noPower}</p>
      <a className="btn btn-secondary" href={powerPath}>
        {vote.gain}
      </a>
    </>
  );
}
