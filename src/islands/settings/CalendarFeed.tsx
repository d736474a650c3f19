import { useState } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { closeFeed, openFeed } from '../../stores/tell-me.ts';
import { showToast } from '../../stores/toasts.ts';
import { Notice } from '../action/Notice.tsx';
import { CopyButton } from '../figures/CopyButton.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useAttempt } from './use-attempt.ts';

interface CalendarFeedProps {
  since: string | null;
}

/** The secret address under which a calendar follows the member's dates: made, replaced, revoked. */
export function CalendarFeed({ since }: CalendarFeedProps): React.JSX.Element {
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
