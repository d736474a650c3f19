import { walletHandover } from '../../lib/visit/tab-marks.ts';

/** Remembers that this tab hands over to a wallet's app, so that the return doesn't count as a new visit. */
export function noteHandover(): void {
  walletHandover.set(String(Date.now()));
}
