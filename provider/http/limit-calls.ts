import { type Clock } from '../../src/lib/clock.ts';
import { clientKey } from './client-key.ts';
import { Refusal } from './refusal.ts';
import { createWindowCounter } from './window-counter.ts';

/**
 * Limits each client's calls within a minute. Each process counts for itself, on purpose: this limit keeps one process from being worn out, and a
 * write to the database for each read would be the greater load. What must be counted exactly (signing in, guessing codes) is counted in the database.
 */
export function createCallLimiter(callsPerMinute: number, clock: Clock): (clientAddress: string) => void {
  const count = createWindowCounter(callsPerMinute, clock);
  return (clientAddress) => {
    const retryAfterSeconds = count(clientKey(clientAddress));
    if (retryAfterSeconds > 0) throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(retryAfterSeconds) } });
  };
}
