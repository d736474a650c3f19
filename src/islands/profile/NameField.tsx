import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { Availability } from '../../stores/profile-names.ts';
import { Notice } from '../action/Notice.tsx';
import { Icon } from '../figures/Icon.tsx';
import { formatDate } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { edgeless, identifierOf } from '../../lib/identifier.ts';
import { usernameLength } from '../../lib/username-length.ts';

export interface NameFieldProps {
  id: string;
  current: string;
  rules: NameRules;
  check: (name: string) => Promise<Availability>;
  /** Rejects with the API client's errors. */
  change: (name: string) => Promise<void>;
  onDone: () => void;
  words: Texts<'profile'>['username'] | Texts<'profile'>['uid'];
}

type Answer = { kind: 'none' | 'checking' } | { kind: 'available'; againAt: string | undefined } | { kind: 'refused'; text: string };

/** How availability is asked for, and how a name that can't be had is explained. */
interface AvailabilityCheck extends Pick<NameFieldProps, 'check'> {
  taken: string;
  explain: (error: unknown) => string;
}

/** Long enough to mean the member has stopped typing: each availability check counts against the rate limit. */
const PAUSE_MS = 600;

/** As in the contract's `uid`. */
const UID_LENGTH = { min: 6, max: 12 } as const;

export const usernameRules: NameRules = { read: edgeless, faultOf: usernameFault };
/** A phone begins with a capital. */
export const uidRules: NameRules = { read: (typed) => identifierOf(typed).toLowerCase(), faultOf: uidFault };

/** A field for a new name: its rules, its availability, and the change itself. */
export function NameField({ id, current, rules, check, change, onDone, words }: NameFieldProps) {
  const texts = useTexts('profile').name;
  const [text, setText] = useState('');
  const typed = rules.read(text);
  const [isAsked, setAsked] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const fault = typed === '' ? null : rules.faultOf(typed);
  const isSame = typed === current;
  const explain = (error: unknown): string => explainFailure(error, words, texts);
  const answer = useAvailability(typed, typed !== '' && !isSame && fault === null, { check, taken: words.taken, explain });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    setFailure(null);
    if (typed === '' || fault !== null || isSame || isChanging) return;
    setChanging(true);
    try {
      await change(typed);
      setText('');
      setAsked(false);
      onDone();
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setChanging(false);
    }
  };
  const errorOf = (): string | null => {
    if (typed === '') return isAsked ? texts.empty : null;
    if (isSame) return texts.same;
    if (fault !== null) return words.faults[fault];
    return answer.kind === 'refused' ? answer.text : null;
  };
  const error = errorOf();
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="dlg-body">
        <div className="field">
          <label htmlFor={id}>{words.label}</label>
          <input
            id={id}
            className="input"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={80}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={error !== null}
            aria-describedby={`${id}-rules ${id}-told`}
          />
          <p className="note" id={`${id}-rules`}>
            {words.rules}
          </p>
          <Told id={`${id}-told`} error={error} answer={answer} available={words.available} />
          <p className="note">{words.change}</p>
          <Again at={answer.kind === 'available' ? answer.againAt : undefined} />
        </div>
      </div>
      <div className="dlg-foot">
        {failure !== null && <Notice kind="failed" text={failure} />}
        <button type="submit" className="btn btn-primary btn-block" aria-busy={isChanging}>
          {words.save}
        </button>
      </div>
    </form>
  );
}

/** When the name could be changed next: a line that is there from the start, so that the button doesn't move. */
function Again({ at }: { at: string | undefined }) {
  const { again } = useTexts('profile').name;
  const locale = useLocale();
  return <p className="note">{at === undefined ? '\u00a0' : interpolate(again, { date: formatDate(at, locale) })}</p>;
}

interface ToldProps {
  id: string;
  error: string | null;
  answer: Answer;
  available: string;
}

function Told({ id, error, answer, available }: ToldProps) {
  const { checking } = useTexts('profile').name;
  return (
    <p className={error === null ? 'note' : 'err'} id={id} role="status">
      {error !== null && <Icon name="alert" small />}
      <span>{error ?? (answer.kind === 'checking' ? checking : answer.kind === 'available' ? available : '\u00a0')}</span>
    </p>
  );
}

/** Asks whether the name is available, once the member has stopped typing. */
function useAvailability(typed: string, isWorthAsking: boolean, { check, taken, explain }: AvailabilityCheck): Answer {
  const [answer, setAnswer] = useState<Answer>({ kind: 'none' });
  const latest = useRef('');
  latest.current = typed;
  useEffect(() => {
    setAnswer({ kind: 'none' });
    if (!isWorthAsking) return undefined;
    const timer = setTimeout(() => {
      setAnswer({ kind: 'checking' });
      check(typed).then(
        ({ isAvailable, againAt }) =>
          latest.current === typed && setAnswer(isAvailable ? { kind: 'available', againAt } : { kind: 'refused', text: taken }),
        (error: unknown) => latest.current === typed && setAnswer({ kind: 'refused', text: explain(error) }),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isWorthAsking]);
  return answer;
}

function explainFailure(error: unknown, words: NameFieldProps['words'], texts: Texts<'profile'>['name']): string {
  if (!(error instanceof ApiError)) return texts.unreachable;
  const fields = error.detail?.['fields'];
  const reason: unknown = typeof fields === 'object' && fields !== null ? Object.values(fields)[0] : undefined;
  return isNameFault(reason) ? words.faults[reason] : error.message;
}

/** Why a name is invalid; the provider's codes. */
type NameFault = 'LENGTH' | 'CHARACTERS' | 'SCRIPTS';

interface NameRules {
  /** What is meant by what was typed or pasted. */
  read: (typed: string) => string;
  faultOf: (name: string) => NameFault | null;
}

/** Checks a username while it is typed. Which letters are allowed needs Unicode tables, which only the provider has. */
export function usernameFault(typed: string): NameFault | null {
  if (!fits(Array.from(typed.normalize('NFKC')), usernameLength)) return 'LENGTH';
  return /[\p{C}\p{Z}]/u.test(typed) ? 'CHARACTERS' : null;
}

/** A uid consists of `a`–`z` and `0`–`9`. */
export function uidFault(typed: string): NameFault | null {
  if (!/^[a-z0-9]*$/.test(typed)) return 'CHARACTERS';
  return fits(typed, UID_LENGTH) ? null : 'LENGTH';
}

function fits({ length }: { length: number }, { min, max }: { min: number; max: number }): boolean {
  return min <= length && length <= max;
}

function isNameFault(value: unknown): value is NameFault {
  return value === 'LENGTH' || value === 'CHARACTERS' || value === 'SCRIPTS';
}
