import { type Clock } from '../../src/lib/clock.ts';
import { clientKey } from './client-key.ts';
import { Refusal } from './refusal.ts';
import { createWindowCounter } from './window-counter.ts';

/**
 * Limits each client's calls per minute. Deliberately per process: the limit protects a process from overload, and a database write for
 * each read would cost more. What must be counted exactly (sign-ins, guessed codes) is counted in the database.
 */
export function createCallLimiter(callsPerMinute: number, clock: Clock): (clientAddress: string) => void {
  const count = createWindowCounter(callsPerMinute, clock);
  return (clientAddress) => {
    const retryAfterSeconds = count(clientKey(clientAddress));
    if (retryAfterSeconds > 0) throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(retryAfterSeconds) } });
  };
}
