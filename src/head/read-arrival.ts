import { tabKeys } from '../lib/storage/storage-keys.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { decideArrival, type ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { readCarriedArrival, readInAppMark } from '../lib/visit/tab-marks.ts';
import { navigationType } from './navigation-type.ts';

/** Classifies this page load from what the browser and the tab know about it. Reading the marks removes them. */
export function readArrival(): { kind: ArrivalKind; carriedToken?: string | undefined } {
  const nowMs = Date.now();
  const carried = readCarriedArrival(tabStorage.take(tabKeys.carried), location.pathname, nowMs);
  const kind = decideArrival({
    type: navigationType(),
    referrer: document.referrer,
    origin: location.origin,
    path: location.pathname,
    nowMs,
    mark: readInAppMark(tabStorage.take(tabKeys.mark)),
    carried: carried?.kind ?? null,
    tabKnowsSession: tabStorage.get(tabKeys.session) !== null,
    wasDiscarded: 'wasDiscarded' in document && document.wasDiscarded === true,
    walletHandoverMs: Number(tabStorage.get(tabKeys.walletHandover)),
  });
  return { kind, carriedToken: carried?.token };
}
