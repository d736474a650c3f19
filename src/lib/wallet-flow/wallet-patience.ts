import { WalletError, type WalletResult } from '../chain/wallets/wallet-error.ts';

/** Runs `act` after `delayMs`. Returns a function that cancels it. */
export type Timer = (act: () => void, delayMs: number) => () => void;

/** A wallet may lose a request; we wait no longer than this. */
export const WALLET_LIMIT_MS = 5 * 60_000;

/** A wallet that never answers fails like one that reports a timeout. */
export async function limited<Value>(timer: Timer, asked: Promise<WalletResult<Value>>): Promise<WalletResult<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<WalletResult<Value>>();
  const callOff = timer(() => resolve({ ok: false, error: new WalletError('TIMEOUT') }), WALLET_LIMIT_MS);
  try {
    return await Promise.race([asked, late]);
  } finally {
    callOff();
  }
}

export function pause(timer: Timer, delayMs: number): Promise<void> {
  return new Promise((resolve) => void timer(resolve, delayMs));
}

export const systemTimer: Timer = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
};
