import { WalletError } from './wallet-error.ts';

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
