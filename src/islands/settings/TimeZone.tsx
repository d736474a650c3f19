import { useStore } from '@nanostores/react';
import { systemClock } from '../../lib/clock.ts';
import { $timesIn } from '../../stores/time-zone.ts';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { DeviceChoice } from './DeviceChoice.tsx';

/** The time zone used on this device, with the current time as an example. */
export const TimeZone = island(function TimeZone(): React.JSX.Element {
  const texts = useTexts('settings').timeZone;
  const locale = useLocale();
  const chosen = useStore($timesIn, { ssr: 'initial' });
  const isAlive = useIsAlive();
  const choices = { own: texts.own, utc: texts.utc };
  return (
    <DeviceChoice id="time-zone" texts={texts} choices={choices} chosen={chosen} choose={(timesIn) => $timesIn.set(timesIn)}>
      <p className="note num" role="status">
        {isAlive ? formatClock(systemClock().getTime(), locale) : UNKNOWN_CLOCK}
      </p>
    </DeviceChoice>
  );
});
