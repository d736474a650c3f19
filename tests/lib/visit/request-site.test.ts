import { describe, expect, it } from 'vitest';
import {
  readRequestSite,
  siteOfFetched,
  siteOfHeaders,
  tellsRequestSite,
  writeRequestSite,
  type RequestSite,
} from '../../../src/lib/visit/request-site.ts';

/** As the browsers send them; measured with Chromium 153 and Firefox 153. */
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1' };
const aheadOfFirefoxsWorker = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'service-worker-navigation-preload': 'true' };
const ofChromiumsWorker = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' };

describe('what the server knows of a request', () => {
  it.each<[string, Record<string, string>, RequestSite]>([
    ['typed', { ...navigation, 'sec-fetch-site': 'none' }, 'none'],
    ['a link of ours', { ...navigation, 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    ['a script of ours', { ...navigation, 'sec-fetch-user': '', 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    ['another site', { ...navigation, 'sec-fetch-site': 'cross-site' }, 'cross-site'],
    ['another host of the domain', { ...navigation, 'sec-fetch-site': 'same-site' }, 'same-site'],
    ['an old browser, or a proxy that takes the headers', {}, 'unknown'],
    ['a value that doesn’t exist yet', { ...navigation, 'sec-fetch-site': 'same-planet' }, 'unknown'],
    [
      'fetched ahead by speculation rules',
      { ...navigation, 'sec-fetch-user': '', 'sec-purpose': 'prefetch', 'sec-speculation-tags': 'null', 'sec-fetch-site': 'none' },
      'unknown',
    ],
    ['typed, fetched ahead of Chromium’s worker', { ...aheadOfFirefoxsWorker, ...navigation, 'sec-fetch-site': 'none' }, 'none'],
    [
      'a link, fetched ahead of Chromium’s worker',
      { ...aheadOfFirefoxsWorker, ...navigation, 'sec-fetch-site': 'same-origin' },
      'same-origin',
    ],
    ['whatever it is, fetched ahead of Firefox’s worker', { ...aheadOfFirefoxsWorker, 'sec-fetch-site': 'same-origin' }, 'unknown'],
    ['whatever it is, fetched by Chromium’s worker', { ...ofChromiumsWorker, 'sec-fetch-site': 'same-origin' }, 'unknown'],
    ['whatever it is, fetched by Firefox’s worker', { 'sec-fetch-mode': 'same-origin', 'sec-fetch-site': 'same-origin' }, 'unknown'],
  ])('%s', (_name, headers, site) => {
    expect(siteOfHeaders(headers)).toBe(site);
  });
});

describe('what a worker knows of a request', () => {
  it.each<[string, Pick<Request, 'referrer' | 'referrerPolicy'>, RequestSite]>([
    ['typed in Firefox', { referrer: '', referrerPolicy: '' }, 'none'],
    ['typed in Chromium', { referrer: '', referrerPolicy: 'unsafe-url' }, 'none'],
    ['a link of ours', { referrer: 'https://jufi.test/home', referrerPolicy: 'same-origin' }, 'same-origin'],
    ['another site', { referrer: 'https://jufi.test.evil.test/', referrerPolicy: 'strict-origin-when-cross-origin' }, 'cross-site'],
    ['another site that keeps its referrers to itself', { referrer: '', referrerPolicy: 'same-origin' }, 'none'],
    ['any page that sends no referrers', { referrer: '', referrerPolicy: 'no-referrer' }, 'unknown'],
  ])('%s', (_name, request, site) => {
    expect(siteOfFetched(request, 'https://jufi.test')).toBe(site);
  });
});

describe('what the page is told', () => {
  const entry = (text: string): PerformanceServerTiming => {
    const [name = '', description = ''] = text.split(';desc=');
    return { name, description, duration: 0, toJSON: () => undefined };
  };

  it.each<RequestSite>(['same-origin', 'same-site', 'cross-site', 'none', 'unknown'])('is %s, among what proxies add', (site) => {
    const header = writeRequestSite(site);
    expect(readRequestSite([entry('cdn-cache;desc=HIT'), entry(header)])).toBe(site);
    expect(tellsRequestSite(new Headers({ 'server-timing': `cdn-cache;desc=HIT, ${header}` }))).toBe(site !== 'unknown');
  });

  it('is unknown where nothing is said', () => {
    expect([readRequestSite(), readRequestSite([]), readRequestSite([entry('arrival;desc=moon')])]).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(tellsRequestSite(new Headers())).toBe(false);
  });
});
