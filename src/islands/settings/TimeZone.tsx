import { useStore } from '@nanostores/react';
import { systemClock } from '../../lib/clock.ts';
import type { TimesIn } from '../../lib/storage/settings.ts';
import { $timesIn } from '../../stores/time-zone.ts';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';

const CHOICES: readonly TimesIn[] = ['own', 'utc'];

/** The time zone used on this device, with the current time as an example. */
export const TimeZone = island(function TimeZone(): React.JSX.Element {
  const texts = useTexts('settings').timeZone;
  const locale = useLocale();
  const chosen = useStore($timesIn, { ssr: 'initial' });
  const isAlive = useIsAlive();
  return (
    <Section id="time-zone" title={texts.title} note={texts.note}>
      <fieldset className="field" aria-labelledby="time-zone">
        <div className="seg">
          {CHOICES.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="times-in"
                value={choice}
                checked={choice === chosen}
                disabled={!isAlive}
                onChange={() => $timesIn.set(choice)}
              />
              <span>{texts[choice]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="note num" role="status">
        {isAlive ? formatClock(systemClock().getTime(), locale) : UNKNOWN_CLOCK}
      </p>
    </Section>
  );
});
