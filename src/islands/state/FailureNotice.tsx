import { readForPerson } from '../../stores/server-state.ts';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import type { Failure } from './use-server-state.ts';

interface FailureNoticeProps {
  failure: Failure;
  retry: () => void;
}

/** Says what happened and that nothing changed, and offers a retry. */
export function FailureNotice({ failure, retry }: FailureNoticeProps) {
  const texts = useTexts('common').state;
  const offline = failure.kind === 'unreachable' && !navigator.onLine;
  return (
    <div className="state" role="alert">
      <h3>{texts.errorTitle}</h3>
      <p>{offline ? texts.offlineEmpty : interpolate(texts.errorText, { reason: failure.message || texts.noAnswer })}</p>
      <button type="button" className="btn btn-secondary" onClick={() => readForPerson(retry)}>
        {texts.retry}
      </button>
      {failure.requestId && <p className="note num">{interpolate(texts.request, { id: failure.requestId })}</p>}
    </div>
  );
}

interface StaleNoticeProps {
  /** When the figures were read, in ms since the epoch; see `answerReadAtMs($store.key)`. */
  readAtMs: number | null;
}

/** Says how old the figures are and why they are still shown. */
export function StaleNotice({ readAtMs }: StaleNoticeProps) {
  const texts = useTexts('common').state;
  const locale = useLocale();
  const time = readAtMs === null ? UNKNOWN_CLOCK : formatClock(readAtMs, locale);
  return (
    <div className="callout callout-warn" role="status">
      <Icon name="alert" />
      <p>{interpolate(navigator.onLine ? texts.stale : texts.offline, { time })}</p>
    </div>
  );
}

/** Shown instead of an empty list: leads to where its entries come from. */
export interface EmptyAct {
  text: string;
  href: string;
}

interface EmptyStateProps {
  title?: string | undefined;
  text: string;
  act?: EmptyAct | undefined;
}

/** A list without rows: what will appear there, and a way on. */
export function EmptyState({ title, text, act }: EmptyStateProps) {
  return (
    <div className="state">
      {title !== undefined && <h3>{title}</h3>}
      <p>{text}</p>
      {act && (
        <a className="btn btn-secondary" href={act.href}>
          {act.text}
        </a>
      )}
    </div>
  );
}
