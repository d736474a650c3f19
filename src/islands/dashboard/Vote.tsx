import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Poll } from '../../lib/api/contract/dashboard.ts';
import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { $dashboard, castVote } from '../../stores/dashboard.ts';
import { formatDateTime, formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { sectionState } from '../state/section-state.ts';
import type { HomeTexts } from './home-texts.ts';
import { pollPhase } from './poll-phase.ts';
import { useServerState } from '../state/use-server-state.ts';
import type { StateTexts } from '../state/state-texts.ts';

interface VoteProps {
  locale: string;
  texts: Pick<HomeTexts, 'vote'> & { state: StateTexts };
}

export function Vote({ locale, texts }: VoteProps): React.JSX.Element | null {
  const state = sectionState(useServerState($dashboard));
  if (state.kind === 'failed') return null;
  const poll = state.kind === 'ready' ? state.data.poll : null;
  return (
    <section className="sec-body" aria-labelledby="vote">
      <div className="sec-head">
        <h2 id="vote">{poll?.title ?? texts.vote.title}</h2>
        {poll && <p className="note">{interpolate(texts.vote[NOTES[pollPhase(poll, Date.now())]], { time: timeOf(poll, locale) })}</p>}
      </div>
      {state.kind === 'loading' && (
        <p aria-busy="true">
          <Skeleton width={16} />
        </p>
      )}
      {state.kind === 'ready' && !poll && <p className="dim">{texts.vote.none}</p>}
      {poll && <Ballot key={poll.id} poll={poll} locale={locale} texts={texts} />}
    </section>
  );
}

const NOTES = { coming: 'opens', open: 'open', closed: 'closed' } as const;

function timeOf(poll: Poll, locale: string): string {
  return formatDateTime(pollPhase(poll, Date.now()) === 'coming' ? poll.opensAt : poll.endsAt, locale);
}

/** The choice is counted when the button says so, not when a radio is touched: arrow keys move between radios. */
function Ballot({ poll, locale, texts }: { poll: Poll; locale: string; texts: VoteProps['texts'] }): React.JSX.Element {
  const [chosen, setChosen] = useState(poll.myOptionId);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ kind: 'saved' | 'failed'; text: string } | null>(null);
  const isOpen = pollPhase(poll, Date.now()) === 'open';

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
      <fieldset disabled={!isOpen}>
        <legend className="vh">{poll.title}</legend>
        {poll.options.map((option) => (
          <label key={option.id}>
            <input
              className="radio"
              type="radio"
              name="vote"
              value={option.id}
              checked={chosen === option.id}
              onChange={() => setChosen(option.id)}
            />
            <span>
              {option.label}
              {poll.myOptionId === option.id && <span className="badge">{texts.vote.yours}</span>}
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
        ))}
      </fieldset>
      {isOpen && (
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

function refusal(error: unknown, texts: VoteProps['texts']): string {
  if (!(error instanceof ApiError)) return interpolate(texts.vote.failed, { reason: texts.state.noAnswer });
  if (error.code === 'NO_POWER') return texts.vote.noPower;
  if (error.code === 'POLL_CLOSED') return texts.vote.pollClosed;
  return interpolate(texts.vote.failed, { reason: error.message });
}
