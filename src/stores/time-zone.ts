import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import './persistence.ts';

/** Times are told in the device's own zone, or all of them in UTC. */
export type TimesIn = 'own' | 'utc';

/** The device's own where nothing, or nonsense, is stored. */
export const $timesIn = persistentAtom<TimesIn>(storageKeys.timesIn, 'own', {
  encode: (timesIn) => timesIn,
  decode: (text) => (text === 'utc' ? text : 'own'),
});

/** For `Intl`, to which undefined is the device's own. What the server renders is for everybody, and in UTC. */
export function shownTimeZone(): 'UTC' | undefined {
  return typeof window === 'undefined' || $timesIn.get() === 'utc' ? 'UTC' : undefined;
}
