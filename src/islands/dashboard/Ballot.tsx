import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Poll } from '../../lib/api/contract/dashboard.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { castVote } from '../../stores/dashboard.ts';
import { showToast } from '../../stores/toasts.ts';
import { formatShare } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { pollPhase } from './poll-phase.ts';
import { VoteWeight } from './VoteWeight.tsx';

interface BallotProps {
  powerPath: string;
  poll: Poll;
  /** JU power of the member's own vote; null if unknown. */
  weight: bigint | null;
}

/** Votes only on the button, not when a radio changes: arrow keys move between radios. */
export function Ballot({ poll, weight, powerPath }: BallotProps): React.JSX.Element {
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

function Option({ option, isChosen, isOwn, choose }: OptionProps): React.JSX.Element {
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
  return interpolate(texts.failed, { reason: error.message });
}
