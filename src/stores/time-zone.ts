import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import './persistence.ts';

/** Whether times are shown in the device's own zone or in UTC. */
export type TimesIn = 'own' | 'utc';

/** The device's own zone unless a valid setting is stored. */
export const $timesIn = persistentAtom<TimesIn>(storageKeys.timesIn, 'own', {
  encode: (timesIn) => timesIn,
  decode: (text) => (text === 'utc' ? text : 'own'),
});

/** For `Intl`, where undefined means the device's zone. The server renders for everyone, in UTC. */
export function shownTimeZone(): 'UTC' | undefined {
  return typeof window === 'undefined' || $timesIn.get() === 'utc' ? 'UTC' : undefined;
}
