import { useStore } from '@nanostores/react';
import { $themeChoice, chooseTheme, type ThemeChoice as Choice } from '../../stores/theme.ts';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';

const CHOICES: readonly Choice[] = ['theme-dark', 'theme-light', 'device'];

/** The theme used on this device. */
export const ThemeChoice = island(function ThemeChoice(): React.JSX.Element {
  const { theme: texts } = useTexts('settings');
  const chosen = useStore($themeChoice, { ssr: () => 'theme-dark' as const });
  const isAlive = useIsAlive();
  const names = { 'theme-dark': texts.dark, 'theme-light': texts.light, device: texts.device };
  return (
    <Section id="theme" title={texts.title} note={texts.note}>
      <fieldset className="field" aria-labelledby="theme">
        <div className="seg">
          {CHOICES.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="theme-choice"
                value={choice}
                checked={choice === chosen}
                disabled={!isAlive}
                onChange={() => chooseTheme(choice)}
              />
              <span>{names[choice]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </Section>
  );
});
