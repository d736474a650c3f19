import type { Poll } from '../../lib/api/contract/dashboard.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $dashboard, $pollWeight, castVote } from '../../stores/dashboard.ts';
import { formatDateTime, formatShare } from '../figures/format-time.ts';
import { Waiting } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { formatWeight, voteWeight } from './vote-weight.ts';
import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { showToast } from '../../stores/toasts.ts';
import { WhatIs } from '../figures/WhatIs.tsx';

interface VoteProps {
  /** Path of the page that explains how to get JU power. */
  powerPath: string;
}

export const Vote = island(function Vote({ powerPath }: VoteProps) {
  const { vote } = useTexts('home');
  const locale = useLocale();
  const state = useSection($dashboard);
  // If this call fails, the poll is shown as for a provider that doesn't report weights.
  const weight = useSection($pollWeight);
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
      {isLoading && <Waiting />}
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

interface BallotProps {
  powerPath: string;
  poll: Poll;
  /** JU power of the member's own vote; null if unknown. */
  weight: bigint | null;
}

/** Votes only on the button, not when a radio changes: arrow keys move between radios. */
function Ballot({ poll, weight, powerPath }: BallotProps) {
  const { vote } = useTexts('home');
  const { noAnswer } = useTexts('common').state;
  const [chosen, setChosen] = useState(poll.myOptionId);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ kind: 'saved' | 'failed'; text: string } | null>(null);
  const isOpen = pollPhase(poll, Date.now()) === 'open';
  const canVote = isOpen && weight !== 0n;

  const submit = async (): Promise<void> => {
    if (busy) return;
    if (chosen === null) {
      setMessage({ kind: 'failed', text: vote.choose });
      return;
    }
    setBusy(true);
    setMessage(null);
    try {
      await castVote(poll.id, chosen);
      setMessage({ kind: 'saved', text: vote.saved });
      showToast({ kind: 'success', message: vote.saved });
    } catch (error) {
      setMessage({ kind: 'failed', text: refusal(error, vote, noAnswer) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="vote"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="dim">{poll.body}</p>
      <fieldset disabled={!canVote}>
        <legend className="vh">{poll.title}</legend>
        {poll.options.map((option) => (
          <Option
            key={option.id}
            option={option}
            isChosen={chosen === option.id}
            isOwn={poll.myOptionId === option.id}
            choose={() => setChosen(option.id)}
          />
        ))}
      </fieldset>
      {isOpen && <VoteWeight weight={weight} hasVoted={poll.myOptionId !== null} powerPath={powerPath} />}
      {canVote && (
        <button
          type="submit"
          className="btn btn-secondary"
          aria-busy={busy}
          aria-disabled={busy || (chosen !== null && chosen === poll.myOptionId)}
        >
          {poll.myOptionId === null ? vote.cast : vote.change}
        </button>
      )}
      <p className={message?.kind === 'failed' ? 'err' : 'note'} role="status">
        {message?.text}
      </p>
    </form>
  );
}

interface OptionProps {
  option: Poll['options'][number];
  isChosen: boolean;
  /** The member has voted for it. */
  isOwn: boolean;
  choose: () => void;
}

function Option({ option, isChosen, isOwn, choose }: OptionProps) {
  const { vote } = useTexts('home');
  const locale = useLocale();
  return (
    <label>
      <input className="radio" type="radio" name="vote" value={option.id} checked={isChosen} onChange={choose} />
      <span>
        {option.label}
        {isOwn && <span className="badge">{vote.yours}</span>}
        <small>
          {interpolate(vote.power, {
            power: formatAmount(option.power, { locale, fractionDigits: 0 }),
          })}
        </small>
      </span>
      <span className="num">{formatShare(option.share, locale)}</span>
      <svg className="bar" viewBox="0 0 10000 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className="bar-part" width={option.share} height="1" />
      </svg>
    </label>
  );
}

function refusal(error: unknown, texts: Texts<'home'>['vote'], noAnswer: string): string {
  if (!(error instanceof ApiError)) return interpolate(texts.failed, { reason: noAnswer });
  if (error.code === 'NO_POWER') return texts.noPower;
  if (error.code === 'POLL_CLOSED') return texts.pollClosed;
  // A fault of the provider's may come after the vote was stored.
  return interpolate(error.status < 500 ? texts.refused : texts.failed, { reason: error.message });
}

/** A poll accepts votes from `opensAt` (inclusive) to `endsAt` (exclusive). */
function pollPhase({ opensAt, endsAt }: Pick<Poll, 'opensAt' | 'endsAt'>, nowMs: number): 'coming' | 'open' | 'closed' {
  if (nowMs < Date.parse(opensAt)) return 'coming';
  return nowMs < Date.parse(endsAt) ? 'open' : 'closed';
}

interface VoteWeightProps {
  powerPath: string;
  /** JU power of the vote; null if unknown. */
  weight: bigint | null;
  hasVoted: boolean;
}

/** The weight of the member's vote; if it's zero, why they can't vote and how to get power for the next poll. */
function VoteWeight({ weight, hasVoted, powerPath }: VoteWeightProps) {
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
