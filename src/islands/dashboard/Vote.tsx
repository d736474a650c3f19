import type { Poll } from '../../lib/api/contract/dashboard.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $dashboard, $pollWeight } from '../../stores/dashboard.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Ballot } from './Ballot.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { sectionState } from '../state/section-state.ts';
import { pollPhase } from './poll-phase.ts';
import { voteWeight } from './vote-weight.ts';
import { useServerState } from '../state/use-server-state.ts';

interface VoteProps {
  /** Path of the page that explains how to get JU power. */
  powerPath: string;
}

export const Vote = island(function Vote({ powerPath }: VoteProps): React.JSX.Element | null {
  const { vote } = useTexts('home');
  const locale = useLocale();
  const state = sectionState(useServerState($dashboard));
  // If this call fails, the poll is shown as for a provider that doesn't report weights.
  const weight = sectionState(useServerState($pollWeight));
  if (state.kind === 'failed') return null;
  // Waits for both answers so that the second one shifts nothing.
  const isLoading = state.kind === 'loading' || (state.data.poll !== null && weight.kind === 'loading');
  const poll = isLoading ? null : state.data.poll;
  return (
    <section className="sec-body" aria-labelledby="vote">
      <div className="sec-head">
        <h2 id="vote">{poll?.title ?? vote.title}</h2>
        {poll && <p className="note">{interpolate(vote[NOTES[pollPhase(poll, Date.now())]], { time: timeOf(poll, locale) })}</p>}
      </div>
      {isLoading && (
        <p aria-busy="true">
          <Skeleton width={16} />
        </p>
      )}
      {!isLoading && !poll && <p className="dim">{vote.none}</p>}
      {poll && (
        <Ballot
          key={poll.id}
          poll={poll}
          weight={voteWeight(poll, weight.kind === 'ready' ? weight.data : undefined)}
          powerPath={powerPath}
        />
      )}
    </section>
  );
});

const NOTES = { coming: 'opens', open: 'open', closed: 'closed' } as const;

function timeOf(poll: Poll, locale: string): string {
  return formatDateTime(pollPhase(poll, Date.now()) === 'coming' ? poll.opensAt : poll.endsAt, locale);
}
