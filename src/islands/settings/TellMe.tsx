import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { $timesIn } from '../../stores/now.ts';
import { $sessions } from '../../stores/profile-sessions.ts';
import {
  $tellMe,
  canBeTold,
  closeFeed,
  openFeed,
  type PushWish,
  refreshTellMe,
  type TellMe as TellMeState,
  turnOffPush,
  turnOnPush,
} from '../../stores/tell-me.ts';
import { showToast } from '../../stores/toasts.ts';
import { Notice } from '../action/Notice.tsx';
import { CopyButton } from '../figures/CopyButton.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';

const ID = 'tell-me';

/** Settings for the system's notifications and for the calendar. Hidden if the provider doesn't offer them. */
export const TellMe = island(function TellMe() {
  const { panel } = useTexts('notices');
  const state = useSection($tellMe);
  // Re-renders when the time zone above changes.
  useShown($timesIn);
  const areSessionsComing = useSection($sessions).kind === 'loading';
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshTellMe} />;
  if (state.kind === 'ready' && state.data === null) return null;
  // The rows of the sessions above would move it.
  if (state.kind !== 'ready' || state.data === null || areSessionsComing) return <div id={ID} aria-busy="true" />;
  return (
    <Section id={ID} title={panel.title}>
      {state.data.publicKey !== null && <PushSettings {...state.data} publicKey={state.data.publicKey} />}
      <CalendarFeed since={state.data.feedSince} />
    </Section>
  );
});

interface CalendarFeedProps {
  since: string | null;
}

/** The secret address under which a calendar follows the member's dates: made, replaced, revoked. */
function CalendarFeed({ since }: CalendarFeedProps) {
  const texts = useTexts('notices').panel;
  const locale = useLocale();
  const { feed: words } = texts;
  const isAlive = useIsAlive();
  const [address, setAddress] = useState<string | null>(null);
  const { isBusy, failure, attempt } = useAttempt(texts.failed);
  const open = (): void =>
    attempt(async () => {
      setAddress(await openFeed());
      return null;
    });
  const close = (): void =>
    attempt(async () => {
      await closeFeed();
      setAddress(null);
      showToast({ kind: 'success', message: words.revoked });
      return null;
    });
  return (
    <div aria-busy={isBusy}>
      <p>{words.note}</p>
      {failure !== null && <Notice kind="failed" text={failure} />}
      {address === null && since !== null && <p className="note">{interpolate(words.active, { date: formatDateTime(since, locale) })}</p>}
      {address !== null && (
        <>
          <p className="note" role="status">
            {words.once}
          </p>
          <div className="copy-row" role="group" aria-label={words.address}>
            <span className="num" translate="no">
              {address}
            </span>
            <CopyButton text={address} label={words.copy} copied={words.copied} />
          </div>
        </>
      )}
      <div className="btn-row">
        <button type="button" className="btn btn-secondary" disabled={!isAlive || isBusy} onClick={open}>
          {since === null ? words.create : words.renew}
        </button>
        {since !== null && (
          <button type="button" className="btn btn-secondary" disabled={!isAlive || isBusy} onClick={close}>
            {words.revoke}
          </button>
        )}
      </div>
    </div>
  );
}

interface Attempt {
  isBusy: boolean;
  failure: string | null;
  /** Runs one act at a time, and shows its error in place. */
  attempt: (act: () => Promise<string | null>) => void;
}

/** An act that may fail, and the words for that. */
function useAttempt(failed: string): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (act: () => Promise<string | null>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      setFailure(await act());
    } catch (error) {
      setFailure(error instanceof ApiError && error.message !== '' ? error.message : failed);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, attempt: (act) => void run(act) };
}

interface PushSettingsProps extends Pick<TellMeState, 'devices' | 'own'> {
  publicKey: string;
}

/** Turns the system's notifications on and off for this browser, and off for others. Asks the browser only when the button is pressed. */
function PushSettings({ publicKey, devices, own }: PushSettingsProps) {
  const texts = useTexts('notices').panel;
  const locale = useLocale();
  const { push: words } = texts;
  const isAlive = useIsAlive();
  const here = devices.find(({ digest }) => digest === own);
  const [wished, setWished] = useState<PushWish>({ showsAmounts: false, endsWithSession: false });
  const { isBusy, failure, attempt } = useAttempt(texts.failed);
  const wish = here ?? wished;
  const turnOn = (next: PushWish): void => attempt(async () => ((await turnOnPush(publicKey, next)) === 'BLOCKED' ? words.blocked : null));
  const change = (part: Partial<PushWish>): void => {
    const next = { showsAmounts: wish.showsAmounts, endsWithSession: wish.endsWithSession, ...part };
    setWished(next);
    if (here !== undefined) turnOn(next);
  };
  const turnOff = (id: string, isOwn: boolean): void => attempt(() => turnOffPush(id, isOwn).then(() => null));
  if (isAlive && !canBeTold()) return <p className="note">{words.unsupported}</p>;
  const others = devices.filter((device) => device !== here);
  return (
    <div aria-busy={isBusy}>
      <p>{here === undefined ? words.note : words.on}</p>
      {failure !== null && <Notice kind="failed" text={failure} />}
      <label className="check">
        <input
          type="checkbox"
          checked={wish.showsAmounts}
          disabled={!isAlive || isBusy}
          onChange={({ target }) => change({ showsAmounts: target.checked })}
        />
        <span>{words.amounts}</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={wish.endsWithSession}
          disabled={!isAlive || isBusy}
          onChange={({ target }) => change({ endsWithSession: target.checked })}
        />
        <span>{words.ends}</span>
      </label>
      <div className="btn-row">
        {here === undefined ? (
          <button type="button" className="btn btn-secondary" disabled={!isAlive || isBusy} onClick={() => turnOn(wish)}>
            {words.start}
          </button>
        ) : (
          <button type="button" className="btn btn-secondary" disabled={!isAlive || isBusy} onClick={() => turnOff(here.id, true)}>
            {words.stop}
          </button>
        )}
      </div>
      {others.length > 0 && (
        <>
          <p className="note">{words.others}</p>
          <ul>
            {others.map(({ id, since }) => (
              <li key={id}>
                {interpolate(words.since, { date: formatDateTime(since, locale) })}{' '}
                <button type="button" className="btn btn-secondary" disabled={!isAlive || isBusy} onClick={() => turnOff(id, false)}>
                  {words.stop}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
