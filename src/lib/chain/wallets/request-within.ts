import type { Eip1193Provider, RequestArguments } from './eip1193.ts';
import { WalletError } from './wallet-error.ts';

/** For what a wallet answers without asking anyone; it should take milliseconds. */
export const silentRequestMs = 10_000;

/** A request that fails with TIMEOUT: a wallet whose background process died never answers. */
export async function requestWithin(provider: Eip1193Provider, args: RequestArguments, timeoutMs = silentRequestMs): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WalletError('TIMEOUT', args.method)), timeoutMs);
  });
  try {
    return await Promise.race([provider.request(args), late]);
  } finally {
    clearTimeout(timer);
  }
}
