import { useState } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { canBeTold, turnOffPush, turnOnPush, type PushWish, type TellMe } from '../../stores/tell-me.ts';
import { Notice } from '../action/Notice.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useAttempt } from './TellMe.tsx';

interface PushSettingsProps extends Pick<TellMe, 'devices' | 'own'> {
  publicKey: string;
}

/** Turns the system's notifications on and off for this browser, and off for others. Asks the browser only when the button is pressed. */
export function PushSettings({ publicKey, devices, own }: PushSettingsProps): React.JSX.Element {
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
