import { useStore } from '@nanostores/react';
import { $amounts } from '../../stores/settings.ts';
import { island, useTexts } from '../root/island.ts';
import { DeviceChoice } from './DeviceChoice.tsx';

/** Whether this device shows one's own amounts. */
export const HiddenAmounts = island(function HiddenAmounts(): React.JSX.Element {
  const { amounts: texts } = useTexts('settings');
  const chosen = useStore($amounts, { ssr: 'initial' }) ?? 'shown';
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
