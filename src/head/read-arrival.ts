import { tabKeys } from '../lib/storage/storage-keys.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { decideArrival, type ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { readRequestSite } from '../lib/visit/request-site.ts';
import { readCarriedArrival, readInAppMark } from '../lib/visit/tab-marks.ts';

/** Classifies this page load from what the server, the browser and the tab know about it. Reading the marks removes them. */
export function readArrival(): { kind: ArrivalKind | 'unclear'; carriedToken?: string | undefined } {
  const nowMs = Date.now();
  const [own] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const carried = readCarriedArrival(tabStorage.take(tabKeys.carried), location.pathname, nowMs);
  const kind = decideArrival({
    type: own?.type ?? 'navigate',
    site: readRequestSite(own?.serverTiming),
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
