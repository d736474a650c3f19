import { useStore } from '@nanostores/react';
import { $themeChoice, chooseTheme } from '../../stores/settings.ts';
import { island, useTexts } from '../root/island.ts';
import { DeviceChoice } from './DeviceChoice.tsx';

/** The theme used on this device. */
export const ThemeChoice = island(function ThemeChoice(): React.JSX.Element {
  const { theme: texts } = useTexts('settings');
  const chosen = useStore($themeChoice, { ssr: () => 'theme-dark' as const });
  const choices = { 'theme-dark': texts.dark, 'theme-light': texts.light, device: texts.device };
  return <DeviceChoice id="theme" texts={texts} choices={choices} chosen={chosen} choose={chooseTheme} />;
});
