import { useStore } from '@nanostores/react';
import { keptSingleKeys } from '../../lib/storage/settings.ts';
import { storeOf } from '../../stores/persistence.ts';
import { island, useTexts } from '../root/island.ts';
import { DeviceChoice } from './DeviceChoice.tsx';

/** Read where the keys are pressed, before any store is there. */
const $singleKeys = storeOf(keptSingleKeys, null);

/** Whether keys without Ctrl or Cmd do something on this device. */
export const SingleKeys = island(function SingleKeys(): React.JSX.Element {
  const { singleKeys: texts } = useTexts('settings');
  const chosen = useStore($singleKeys, { ssr: 'initial' }) ?? 'on';
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
