import { tabKeys } from '../lib/storage/storage-keys.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { decideArrival, type Arrival, type ArrivalKind, type InAppMark } from '../lib/visit/decide-arrival.ts';

interface CarriedArrival {
  path: string;
  kind: ArrivalKind;
  token?: string;
}

/** Reads what the browser and this tab know of the load, and decides. Marks are used up by reading them. */
export function readArrival(): { kind: ArrivalKind; carriedToken?: string } {
  const carried = readCarried();
  const handover = tabStorage.get(tabKeys.walletHandover);
  const kind = decideArrival({
    type: navigationType(),
    referrer: document.referrer,
    origin: location.origin,
    path: location.pathname,
    nowMs: Date.now(),
    mark: readMark(),
    carried: carried?.kind ?? null,
    tabKnowsSession: tabStorage.get(tabKeys.session) !== null,
    wasDiscarded: 'wasDiscarded' in document && document.wasDiscarded === true,
    walletHandoverMs: handover === null ? null : Number(handover),
  });
  return carried?.token === undefined ? { kind } : { kind, carriedToken: carried.token };
}

function navigationType(): Arrival['type'] {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
}

function readMark(): InAppMark | null {
  const value = parse(tabStorage.take(tabKeys.mark));
  return value && typeof value.path === 'string' && typeof value.atMs === 'number' ? { path: value.path, atMs: value.atMs } : null;
}

function readCarried(): CarriedArrival | null {
  const value = parse(tabStorage.take(tabKeys.carried));
  if (!value || value.path !== location.pathname || (value.kind !== 'visit' && value.kind !== 'in-app')) return null;
  return { path: value.path, kind: value.kind, ...(typeof value.token === 'string' && { token: value.token }) };
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
