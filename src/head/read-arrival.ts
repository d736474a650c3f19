import { sessionInTab } from '../lib/session/kept-session.ts';
import { decideArrival, type ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { readRequestSite } from '../lib/visit/request-site.ts';
import { carriedArrival, inAppMark, walletHandover } from '../lib/visit/tab-marks.ts';

/** Classifies this page load from what the server, the browser and the tab know about it. Reading the marks removes them. */
export function readArrival(): { kind: ArrivalKind | 'unclear'; carriedToken?: string | undefined } {
  const nowMs = Date.now();
  const [own] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const left = carriedArrival.take();
  const carried = left?.path === location.pathname ? left : null;
  const kind = decideArrival({
    type: own?.type ?? 'navigate',
    site: readRequestSite(own?.serverTiming),
    referrer: document.referrer,
    origin: location.origin,
    path: location.pathname,
    nowMs,
    mark: inAppMark.take(),
    carried: carried?.kind ?? null,
    tabKnowsSession: sessionInTab.get() !== null,
    wasDiscarded: 'wasDiscarded' in document && document.wasDiscarded === true,
    walletHandoverMs: Number(walletHandover.get()),
  });
  return { kind, carriedToken: carried?.token };
}
