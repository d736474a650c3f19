import { expect, test } from 'vitest';
import { requestKind } from '../../src/worker/request-kind.ts';

const ORIGIN = 'https://jufi.example';
const ask = (path: string, more: Partial<Pick<Request, 'method' | 'mode' | 'headers'>> = {}): ReturnType<typeof requestKind> =>
  requestKind({ method: 'GET', mode: 'navigate', headers: new Headers(), url: new URL(path, ORIGIN).href, ...more }, ORIGIN);

test.each([
  ['/', '/'],
  ['/th/wallet', '/th/wallet'],
  ['/home?referralCode=ABC', '/home'],
  ['/announcements?utm=x&page=2&category=news', '/announcements?category=news&page=2'],
  ['/zh/announcements?q=fees', '/zh/announcements?q=fees'],
  ['/announcements?page=nonsense', '/announcements'],
])('a page is kept by what makes it another page: %s', (path, key) => {
  expect(ask(path)).toEqual({ kind: 'page', key });
});

test.each([
  '/?token=secret',
  '/home?a=b&token=',
  '/api',
  '/api/user/login',
  '/reserves.json',
  '/announcements/feed.xml',
  '//other.example/',
])('a navigation that is not for the worker: %s', (path) => {
  expect(ask(path)).toEqual({ kind: 'other' });
});

test('recognises files with a hash and other parts of pages', () => {
  const fetched = { mode: 'cors' } as const;
  expect(ask('/_astro/shell.Bq1fZ0.js', fetched)).toEqual({ kind: 'hashed' });
  for (const path of ['/locales/th/session.json', '/rosettes.svg', '/icon-192.png', '/site.webmanifest', '/th/site.webmanifest'])
    expect(ask(path, fetched)).toEqual({ kind: 'part' });
});

test.each(['/api/wallet/balances', '/reserves.json', '/sw.js', '/', '/cards/en/home.png', 'https://other.example/_astro/a.js'])(
  'what a page fetches beside is never touched: %s',
  (path) => {
    expect(ask(path, { mode: 'cors' })).toEqual({ kind: 'other' });
  },
);

test('only whole answers to GET are', () => {
  expect(ask('/', { method: 'POST' })).toEqual({ kind: 'other' });
  expect(ask('/_astro/a.js', { mode: 'cors', headers: new Headers({ range: 'bytes=0-1' }) })).toEqual({ kind: 'other' });
});
