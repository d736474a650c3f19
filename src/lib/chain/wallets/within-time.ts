import { WalletError } from './wallet-error.ts';

/** What comes of it, or TIMEOUT: a wallet whose background process died never answers. */
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
