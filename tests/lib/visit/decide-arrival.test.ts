import { describe, expect, it } from 'vitest';
import { decideArrival, type Arrival, type ArrivalKind } from '../../../src/lib/visit/decide-arrival.ts';

const nowMs = 1_800_000_000_000;
const ours = 'https://jufi.test/profile';

/** Nothing is known of it, not even whether the tab was ours before. */
const bare: Arrival = {
  type: 'navigate',
  site: 'unknown',
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

const cases: [name: string, change: Partial<Arrival>, expected: ArrivalKind | 'unclear'][] = [
  ['a typed address or a bookmark', { site: 'none' }, 'visit'],
  ['a typed address where our page was', { site: 'none', tabKnowsSession: true }, 'visit'],
  ['a typed address just after our link to it was followed', { site: 'none', mark: { path: '/home', atMs: nowMs } }, 'visit'],
  ['a link from another site', { site: 'cross-site', referrer: 'https://elsewhere.test/page' }, 'visit'],
  ['a link from another site that took its referrer', { site: 'cross-site' }, 'visit'],
  [
    'a link from another site, where something writes our address into every referrer',
    { site: 'cross-site', referrer: ours, tabKnowsSession: true },
    'visit',
  ],
  ['a link of ours in a new tab without an opener, in WebKit', { site: 'cross-site', referrer: ours }, 'in-app'],
  ['a link from another host of our domain', { site: 'same-site', referrer: 'https://blog.jufi.test/' }, 'visit'],
  ['a link of ours, in a new tab too', { site: 'same-origin', referrer: ours }, 'in-app'],
  ['a link of ours in a new tab, where something took the referrer', { site: 'same-origin' }, 'in-app'],
  ['a link of ours that a cache answered with what somebody had who typed it', { site: 'none', referrer: ours }, 'in-app'],
  ['a link from another site, not told by the server', { referrer: 'https://elsewhere.test/page' }, 'visit'],
  ['a link from a host that begins like ours', { referrer: 'https://jufi.test.evil.test/' }, 'visit'],
  ['a link from our host over http', { referrer: 'http://jufi.test/' }, 'visit'],
  ['a referrer that is no address', { referrer: 'about:client' }, 'visit'],
  ['a link of ours, not told by the server', { referrer: ours }, 'in-app'],
  ['nothing known in a tab that knows the session', { tabKnowsSession: true }, 'visit'],
  ['nothing known in a tab that doesn’t', {}, 'unclear'],
  ['a reload, though it keeps its referrer', { type: 'reload', site: 'same-origin', referrer: ours }, 'visit'],
  ['a reload of a tab that knows the session', { type: 'reload', tabKnowsSession: true }, 'visit'],
  ['a reload with a mark', { type: 'reload', mark: { path: '/home', atMs: nowMs } }, 'visit'],
  ['back in a tab that knows the session', { type: 'back_forward', site: 'none', tabKnowsSession: true }, 'in-app'],
  ['back in a tab that does not', { type: 'back_forward', site: 'same-origin', referrer: ours }, 'visit'],
  ['a prerendered page of ours', { type: 'prerender', site: 'same-origin', referrer: ours }, 'in-app'],
  ['a page prerendered from the address bar', { type: 'prerender', site: 'none' }, 'visit'],
  ['a mark for this path', { mark: { path: '/home', atMs: nowMs - 4_999 } }, 'in-app'],
  ['a mark of five seconds ago', { tabKnowsSession: true, mark: { path: '/home', atMs: nowMs - 5_000 } }, 'visit'],
  ['a mark from the future', { tabKnowsSession: true, mark: { path: '/home', atMs: nowMs + 1 } }, 'visit'],
  ['a mark for another path', { tabKnowsSession: true, mark: { path: '/wallet', atMs: nowMs } }, 'visit'],
  ['a mark for a path that begins alike', { tabKnowsSession: true, mark: { path: '/home/x', atMs: nowMs } }, 'visit'],
  ['a discarded tab brought back', { type: 'reload', wasDiscarded: true }, 'in-app'],
  ['a load soon after handing over to a wallet app', { type: 'reload', walletHandoverMs: nowMs - 599_999 }, 'in-app'],
  ['a load ten minutes after handing over', { site: 'none', walletHandoverMs: nowMs - 600_000 }, 'visit'],
  ['a handover that cannot be read', { site: 'none', walletHandoverMs: Number.NaN }, 'visit'],
  ['a visit that a redirect carried along', { site: 'same-origin', referrer: ours, carried: 'visit' }, 'visit'],
  ['an in-app load that a redirect carried along', { carried: 'in-app' }, 'in-app'],
];

describe('what counts as a visit', () => {
  it.each(cases)('%s', (_name, change, expected) => {
    expect(decideArrival({ ...bare, ...change })).toBe(expected);
  });
});
