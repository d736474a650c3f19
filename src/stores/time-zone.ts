import { keptTimesIn } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/** The device's own zone unless a valid setting is stored. */
export const $timesIn = storeOf(keptTimesIn, 'own');

/** For `Intl`, where undefined means the device's zone. The server renders for everyone, in UTC. */
export function shownTimeZone(): 'UTC' | undefined {
  return typeof window === 'undefined' || $timesIn.get() === 'utc' ? 'UTC' : undefined;
}
