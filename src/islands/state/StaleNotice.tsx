import { interpolate } from '../jsx/interpolate.ts';
import { Icon } from '../figures/Icon.tsx';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface StaleNoticeProps {
  /** When the figures were read, in ms since the epoch; see `answerReadAtMs($store.key)`. */
  readAtMs: number | null;
}

/** Says how old the figures are and why they are still shown. */
export function StaleNotice({ readAtMs }: StaleNoticeProps): React.JSX.Element {
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
