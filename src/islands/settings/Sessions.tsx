import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { $sessions, endOtherSessions, type LiveSession, refreshSessions } from '../../stores/profile-sessions.ts';
import { $timesIn } from '../../stores/now.ts';
import { showToast } from '../../stores/toasts.ts';
import { Notice } from '../action/Notice.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { UnsignedLimit } from '../session/UnsignedLimit.tsx';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { useIsAlive } from '../state/use-is-alive.ts';

/** Only the most recently used are shown; the button also ends the others. */
const MOST_ROWS = 10;

/** Where the member is signed in, with a button that ends all other sessions. Hidden if the provider doesn't offer it. */
export const Sessions = island(function Sessions() {
  const words = useTexts('settings').sessions;
  const state = useSection($sessions);
  // Re-renders when the time zone above changes.
  useShown($timesIn);
  const [isEnding, setEnding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isAlive = useIsAlive();
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshSessions} />;
  const list = state.kind === 'ready' ? state.data : null;
  if (list?.length === 0) return null;
  const others = list?.filter(({ current }) => !current).length ?? 0;
  const end = async (): Promise<void> => {
    if (isEnding) return;
    setEnding(true);
    setFailure(null);
    try {
      await endOtherSessions();
      showToast({ kind: 'success', message: words.ended });
    } catch (error) {
      setFailure(error instanceof ApiError && error.message !== '' ? error.message : words.failed);
    } finally {
      setEnding(false);
    }
  };
  return (
    <Section id="sessions" title={words.title} note={words.note}>
      <UnsignedLimit text={words.unsigned} />
      {failure !== null && <Notice kind="failed" text={failure} />}
      <div>
        <button
          type="button"
          className="btn btn-secondary"
          disabled={!isAlive || others === 0}
          aria-busy={isEnding}
          onClick={() => void end()}
        >
          {words.end}
        </button>
      </div>
      <SessionTable list={list} words={words} />
    </Section>
  );
});

interface SessionTableProps {
  /** Null while loading. */
  list: readonly LiveSession[] | null;
  words: Texts<'settings'>['sessions'];
}

function SessionTable({ list, words }: SessionTableProps) {
  const locale = useLocale();
  return (
    <table className="table mid sessions" aria-busy={list === null}>
      <TableHead
        columns={[{ name: words.where }, { name: words.via }, { name: words.began, kind: 'figure' }, { name: words.used, kind: 'figure' }]}
      />
      <tbody>
        {list === null && (
          <tr aria-hidden="true">
            <th scope="row">
              <Skeleton width={8} />
            </th>
            {[words.via, words.began, words.used].map((name) => (
              <td key={name} data-l={name}>
                <Skeleton width={6} />
              </td>
            ))}
          </tr>
        )}
        {list?.slice(0, MOST_ROWS).map(({ current, via, beganAt, lastUsedAt }) => (
          <tr key={`${beganAt} ${lastUsedAt} ${String(current)}`}>
            <th scope="row">{current ? words.here : words.elsewhere}</th>
            <td data-l={words.via}>{words.ways[via]}</td>
            <td className="r" data-l={words.began}>
              {formatDateTime(beganAt, locale)}
            </td>
            <td className="r" data-l={words.used}>
              {formatDateTime(lastUsedAt, locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
