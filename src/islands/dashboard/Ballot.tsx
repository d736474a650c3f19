import { useState } from 'react';
import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Poll } from '../../lib/api/contract/dashboard.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { castVote } from '../../stores/dashboard.ts';
import { formatShare } from '../figures/format-time.ts';
import { useLocale } from '../root/island.ts';
import { pollPhase } from './poll-phase.ts';
import type { VoteProps } from './Vote.tsx';
import { VoteWeight } from './VoteWeight.tsx';

interface BallotProps extends VoteProps {
  poll: Poll;
  /** JU power of the member's own vote; null if unknown. */
  weight: bigint | null;
}

/** Votes only on the button, not when a radio changes: arrow keys move between radios. */
export function Ballot({ poll, weight, powerPath, texts }: BallotProps): React.JSX.Element {
  const [chosen, setChosen] = useState(poll.myOptionId);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ kind: 'saved' | 'failed'; text: string } | null>(null);
  const isOpen = pollPhase(poll, Date.now()) === 'open';
  const canVote = isOpen && weight !== 0n;

  const submit = async (): Promise<void> => {
    if (busy) return;
    if (chosen === null) {
      setMessage({ kind: 'failed', text: texts.vote.choose });
      return;
    }
    setBusy(true);
    setMessage(null);
    try {
      await castVote(poll.id, chosen);
      setMessage({ kind: 'saved', text: texts.vote.saved });
    } catch (error) {
      setMessage({ kind: 'failed', text: refusal(error, texts) });
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
            texts={texts}
          />
        ))}
      </fieldset>
      {isOpen && <VoteWeight weight={weight} hasVoted={poll.myOptionId !== null} powerPath={powerPath} texts={texts} />}
      {canVote && (
        <button
          type="submit"
          className="btn btn-secondary"
          aria-busy={busy}
          aria-disabled={busy || (chosen !== null && chosen === poll.myOptionId)}
        >
          {poll.myOptionId === null ? texts.vote.cast : texts.vote.change}
        </button>
      )}
      <p className={message?.kind === 'failed' ? 'err' : 'note'} role="status">
        {message?.text}
      </p>
    </form>
  );
}

interface OptionProps extends Pick<VoteProps, 'texts'> {
  option: Poll['options'][number];
  isChosen: boolean;
  /** The member has voted for it. */
  isOwn: boolean;
  choose: () => void;
}

function Option({ option, isChosen, isOwn, choose, texts }: OptionProps): React.JSX.Element {
  const locale = useLocale();
  return (
    <label>
      <input className="radio" type="radio" name="vote" value={option.id} checked={isChosen} onChange={choose} />
      <span>
        {option.label}
        {isOwn && <span className="badge">{texts.vote.yours}</span>}
        <small>
          {interpolate(texts.vote.power, {
            power: formatAmount(fromDecimalString(option.power, 18), 18, { locale, fractionDigits: 0 }),
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

function refusal(error: unknown, texts: VoteProps['texts']): string {
  if (!(error instanceof ApiError)) return interpolate(texts.vote.failed, { reason: texts.state.noAnswer });
  if (error.code === 'NO_POWER') return texts.vote.noPower;
  if (error.code === 'POLL_CLOSED') return texts.vote.pollClosed;
  return interpolate(texts.vote.failed, { reason: error.message });
}
