import { interpolate } from '../jsx/interpolate.ts';
import { Icon } from '../figures/Icon.tsx';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { useLocale } from '../root/island.ts';
import type { StateTexts } from './state-texts.ts';

interface StaleNoticeProps {
  texts: StateTexts;
  /** When the figures were read, in ms since the epoch; see `answerReadAtMs($store.key)`. */
  readAtMs: number | null;
}

/** Says how old the figures are and why they are still shown. */
export function StaleNotice({ texts, readAtMs }: StaleNoticeProps): React.JSX.Element {
  const locale = useLocale();
  const time = readAtMs === null ? UNKNOWN_CLOCK : formatClock(readAtMs, locale);
  return (
    <div className="callout callout-warn" role="status">
      <Icon name="alert" />
      <p>{interpolate(navigator.onLine ? texts.stale : texts.offline, { time })}</p>
    </div>
  );
}
