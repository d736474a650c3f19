import type { Eip1193Provider, RequestArguments } from './eip1193.ts';
import { withinTime } from './within-time.ts';

/** For requests that a wallet answers without a prompt, normally within milliseconds. */
export const silentRequestMs = 10_000;

/** A request that fails with TIMEOUT. */
export function requestWithin(provider: Eip1193Provider, args: RequestArguments, timeoutMs = silentRequestMs): Promise<unknown> {
  return withinTime(provider.request(args), timeoutMs);
}
