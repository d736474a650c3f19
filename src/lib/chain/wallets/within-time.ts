import type { Eip1193Provider, RequestArguments } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/** For requests that a wallet answers without a prompt, normally within milliseconds. */
export const silentRequestMs = 10_000;

/** Resolves or rejects like the promise, or rejects with TIMEOUT: a wallet whose background process died never answers. */
export async function withinTime<Answer>(answering: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WalletError('TIMEOUT')), timeoutMs);
  });
  try {
    return await Promise.race([answering, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A request that fails with TIMEOUT. */
export function requestWithin(provider: Eip1193Provider, args: RequestArguments, timeoutMs = silentRequestMs): Promise<unknown> {
  return withinTime(provider.request(args), timeoutMs);
}
