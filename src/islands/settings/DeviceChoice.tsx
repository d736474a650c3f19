import { useStore } from '@nanostores/react';
import { systemClock } from '../../lib/clock.ts';
import { keptSingleKeys } from '../../lib/storage/settings.ts';
import { storeOf } from '../../stores/persistence.ts';
import { $amounts, $themeChoice, chooseTheme } from '../../stores/settings.ts';
import { $timesIn } from '../../stores/now.ts';
import { formatClock, UNKNOWN_CLOCK } from '../figures/format-time.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useShown } from '../state/use-shown.ts';

interface DeviceChoiceProps<Choice extends string> {
  id: string;
  texts: { title: string; note: string };
  /** In the order they are offered, by their names. */
  choices: Readonly<Record<Choice, string>>;
  chosen: Choice;
  choose: (choice: Choice) => void;
  children?: React.ReactNode;
}

/** A setting that this device keeps: one of a few. What is chosen isn't known before the page is alive. */
function DeviceChoice<Choice extends string>({ id, texts, choices, chosen, choose, children }: DeviceChoiceProps<Choice>) {
  const isAlive = useIsAlive();
  return (
    <Section id={id} title={texts.title} note={texts.note}>
      <fieldset className="field" aria-labelledby={id}>
        <div className="seg">
          {(Object.keys(choices) as Choice[]).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={id}
                value={choice}
                checked={isAlive && choice === chosen}
                disabled={!isAlive}
                onChange={() => choose(choice)}
              />
              <span>{choices[choice]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {children}
    </Section>
  );
}

/** Whether this device shows one's own amounts. */
export const HiddenAmounts = island(function HiddenAmounts() {
  const { amounts: texts } = useTexts('settings');
  const chosen = useShown($amounts) ?? 'shown';
  const choices = { shown: texts.shown, hidden: texts.hidden };
  return (
    <DeviceChoice
      id="amounts"
      texts={texts}
      choices={choices}
      chosen={chosen}
      choose={(choice) => $amounts.set(choice === 'hidden' ? choice : null)}
    />
  );
});

/** Read where the keys are pressed, before any store is there. */
const $singleKeys = storeOf(keptSingleKeys, null);

/** Whether keys without Ctrl or Cmd do something on this device. */
export const SingleKeys = island(function SingleKeys() {
  const { singleKeys: texts } = useTexts('settings');
  const chosen = useShown($singleKeys) ?? 'on';
  const choices = { on: texts.on, off: texts.off };
  return (
    <DeviceChoice
      id="single-keys"
      texts={texts}
      choices={choices}
      chosen={chosen}
      choose={(choice) => $singleKeys.set(choice === 'off' ? choice : null)}
    />
  );
});

/** The time zone used on this device, with the current time as an example. */
export const TimeZone = island(function TimeZone() {
  const texts = useTexts('settings').timeZone;
  const locale = useLocale();
  const chosen = useShown($timesIn);
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

/** The theme used on this device. */
export const ThemeChoice = island(function ThemeChoice() {
  const { theme: texts } = useTexts('settings');
  const chosen = useStore($themeChoice, { ssr: () => 'theme-dark' as const });
  const choices = { 'theme-dark': texts.dark, 'theme-light': texts.light, device: texts.device };
  return <DeviceChoice id="theme" texts={texts} choices={choices} chosen={chosen} choose={chooseTheme} />;
});
