import { interpolate } from '../../lib/i18n/interpolate.ts';
import { dashboardReadAtMs } from '../../stores/dashboard.ts';
import { Icon } from '../figures/Icon.tsx';
import { formatClock } from '../figures/format-time.ts';
import type { HomeTexts } from './home-texts.ts';

/** Old figures say how old they are, and why they are shown. */
export function StaleNotice({ texts, locale }: { texts: HomeTexts['state']; locale: string }): React.JSX.Element {
  const readAtMs = dashboardReadAtMs();
  const time = readAtMs === null ? '––:––' : formatClock(readAtMs, locale);
  return (
    <div className="callout callout-warn" role="status">
      <Icon name="alert" />
      <p>{interpolate(navigator.onLine ? texts.stale : texts.offline, { time })}</p>
    </div>
  );
}
