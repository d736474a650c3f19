import { keptAmounts } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/** Whether one's own amounts are hidden on this device. */
export const $amounts = storeOf(keptAmounts, null);

export function toggleAmounts(): void {
  $amounts.set($amounts.get() === null ? 'hidden' : null);
}
