import { describe, expect, it } from 'vitest';
import { decideArrival, type Arrival, type ArrivalKind } from '../../../src/lib/visit/decide-arrival.ts';

const nowMs = 1_800_000_000_000;

const typed: Arrival = {
  type: 'navigate',
  referrer: '',
  origin: 'https://jufi.test',
  path: '/home',
  nowMs,
  mark: null,
  carried: null,
  tabKnowsSession: false,
  wasDiscarded: false,
  walletHandoverMs: 0,
};

const cases: [name: string, change: Partial<Arrival>, expected: ArrivalKind][] = [
  ['a typed address or a bookmark', {}, 'visit'],
  ['a link from another site', { referrer: 'https://elsewhere.test/page' }, 'visit'],
  ['a link from a host that begins like ours', { referrer: 'https://jufi.test.evil.test/' }, 'visit'],
  ['a link from our host over http', { referrer: 'http://jufi.test/' }, 'visit'],
  ['a referrer that is no address', { referrer: 'about:client' }, 'visit'],
  ['a link of ours, in a new tab too', { referrer: 'https://jufi.test/profile' }, 'in-app'],
  ['a reload, though it keeps its referrer', { type: 'reload', referrer: 'https://jufi.test/' }, 'visit'],
  ['a reload of a tab that knows the session', { type: 'reload', tabKnowsSession: true }, 'visit'],
  ['a reload with a mark', { type: 'reload', mark: { path: '/home', atMs: nowMs } }, 'visit'],
  ['back in a tab that knows the session', { type: 'back_forward', tabKnowsSession: true }, 'in-app'],
  ['back in a tab that does not', { type: 'back_forward', referrer: 'https://jufi.test/' }, 'visit'],
  ['a prerendered page of ours', { type: 'prerender', referrer: 'https://jufi.test/' }, 'in-app'],
  ['a page prerendered from the address bar', { type: 'prerender' }, 'visit'],
  ['a mark for this path', { mark: { path: '/home', atMs: nowMs - 4_999 } }, 'in-app'],
  ['a mark of five seconds ago', { mark: { path: '/home', atMs: nowMs - 5_000 } }, 'visit'],
  ['a mark from the future', { mark: { path: '/home', atMs: nowMs + 1 } }, 'visit'],
  ['a mark for another path', { mark: { path: '/wallet', atMs: nowMs } }, 'visit'],
  ['a mark for a path that begins alike', { mark: { path: '/home/x', atMs: nowMs } }, 'visit'],
  ['a discarded tab brought back', { type: 'reload', wasDiscarded: true }, 'in-app'],
  ['a load soon after handing over to a wallet app', { type: 'reload', walletHandoverMs: nowMs - 599_999 }, 'in-app'],
  ['a load ten minutes after handing over', { walletHandoverMs: nowMs - 600_000 }, 'visit'],
  ['a handover that cannot be read', { walletHandoverMs: Number.NaN }, 'visit'],
  ['a visit that a redirect carried along', { referrer: 'https://jufi.test/', carried: 'visit' }, 'visit'],
  ['an in-app load that a redirect carried along', { carried: 'in-app' }, 'in-app'],
];

describe('what counts as a visit', () => {
  it.each(cases)('%s', (_name, change, expected) => {
    expect(decideArrival({ ...typed, ...change })).toBe(expected);
  });
});
