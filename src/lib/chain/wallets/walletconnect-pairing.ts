import { z } from '../../api/contract/zod.ts';
import { systemClock } from '../../clock.ts';
import { json, keptInTab, lasting } from '../../storage/kept.ts';
import { leftToast, signInAsked } from '../../visit/tab-marks.ts';

/** The vendor's proposals expire after five minutes. */
const LIFE_MS = 5 * 60_000;

const nowMs = (): number => systemClock().getTime();
const pairing = keptInTab('jufi:pairing', lasting(LIFE_MS, json(z.object({ atMs: z.number(), uri: z.string() })), nowMs));

/** The pairing this tab waits for, stored because a phone may discard the tab while the wallet is open. */
export const walletConnectPairing = {
  get(): string | null {
    return pairing.get()?.uri ?? null;
  },
  keep(uri: string): void {
    pairing.set({ atMs: nowMs(), uri });
    // Makes a reloaded page open the list of wallets at once. A page loads its shell early only if toasts are stored, so an empty list is.
    signInAsked.set('1');
    if (leftToast.get() === null) leftToast.set('[]');
  },
  forget(): void {
    pairing.set(null);
    signInAsked.set(null);
  },
};
