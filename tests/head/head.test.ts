// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArrivalFound } from '../../src/head/stand-by.ts';

interface Load {
  url: string;
  access?: 'public' | 'member';
  type?: string;
  referrer?: string;
  /** What the server says of the request; unknown if undefined. */
  site?: string | undefined;
}

interface Outcome {
  found: ArrivalFound | undefined;
  /** The page being navigated to. */
  leftFor: string | undefined;
  address: string;
  session: string | undefined;
}

class NavigationTiming {
  readonly type: string;
  readonly serverTiming: object[];
  constructor(type: string, site = 'unknown') {
    this.type = type;
    this.serverTiming = [{ name: 'arrival', description: site }];
  }
}

/** Loads a page: address, referrer and navigation type come from the browser, storage from the previous pages. */
async function load({ url, access = 'member', type = 'navigate', referrer = '', site }: Load): Promise<Outcome> {
  vi.resetModules();
  (window as unknown as { happyDOM: { setURL(address: string): void } }).happyDOM.setURL(`https://jufi.test${url}`);
  const root = document.documentElement;
  for (const name of Object.keys(root.dataset)) Reflect.deleteProperty(root.dataset, name);
  root.dataset.access = access;
  delete window.jufiArrival;
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([new NavigationTiming(type, site) as unknown as PerformanceEntry]);
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  await import('../../src/head/head.ts');
  // Another tab may have to be asked.
  await new Promise((resolve) => setTimeout(resolve));
  const found = window.jufiArrival;
  return {
    found,
    leftFor: replace.mock.lastCall?.[0]?.toString(),
    address: location.pathname + location.search + location.hash,
    session: root.dataset.session,
  };
}

function signIn(): void {
  localStorage.setItem('AUTH_TOKEN', 'secret');
  localStorage.setItem('AUTH_USER', '{}');
  localStorage.setItem('prevAddr', '0x1');
}

/** A storage that accepts no writes. */
function refusing(): Partial<Storage> {
  return {
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new Error('full');
    },
  };
}

const ours = 'https://jufi.test/profile';

beforeEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  vi.stubGlobal('PerformanceNavigationTiming', NavigationTiming);
  vi.stubEnv('SHELL_ADDRESS', 'data:text/javascript,export async function startShell() {}');
  vi.stubEnv('PUBLIC_DIRECT_VISIT', '');
});

describe('the theme, before the first paint', () => {
  it.each([
    [null, 'theme-dark'],
    ['theme-dark', 'theme-dark'],
    ['theme-light', 'theme-light'],
    ['theme-pink', 'theme-dark'],
    ['', 'theme-dark'],
  ])('stored %j shows %s and leaves it stored', async (stored, shown) => {
    if (stored !== null) localStorage.setItem('theme', stored);
    await load({ url: '/', access: 'public' });
    expect(document.documentElement.className).toBe(shown);
    expect(localStorage.getItem('theme')).toBe(shown);
  });

  it('is shown even if nothing can be stored, and that is recorded', async () => {
    vi.stubGlobal('localStorage', refusing());
    const { found } = await load({ url: '/', access: 'public' });
    expect(document.documentElement.className).toBe('theme-dark');
    expect(found?.storageRefused).toBe(true);
  });
});

describe('the visit rule', () => {
  it.each([
    ['a typed address', { site: 'none' }],
    ['a link from another site', { site: 'cross-site' }],
    ['an address of which nobody knows anything, while no other tab shows the session', {}],
    ['a link from another site that only its referrer tells of', { referrer: 'https://elsewhere.test/' }],
    ['a reload', { type: 'reload', referrer: ours }],
  ])('%s ends the session on a member page, which goes to the landing page', async (_name, how) => {
    signIn();
    const { leftFor } = await load({ url: '/wallet?page=2#x', ...how });
    expect(leftFor).toBe('/');
    expect(['AUTH_TOKEN', 'AUTH_USER', 'prevAddr'].map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
    expect(sessionStorage.getItem('jufi:return-to')).toBe('/wallet?page=2#x');
    expect(sessionStorage.getItem('jufi:toast')).toBe('{"kind":"info","key":"VISIT"}');
  });

  it('ends the session on a public page, which stays', async () => {
    signIn();
    const { leftFor, session } = await load({ url: '/announcements', access: 'public' });
    expect({ leftFor, session, token: localStorage.getItem('AUTH_TOKEN') }).toEqual({ leftFor: undefined, session: 'out', token: null });
  });

  it.each(['/', '/zh', '/tw/'])('spares the landing page %s', async (url) => {
    signIn();
    if (url !== '/') localStorage.setItem('lang', url.slice(1, 3));
    const { session } = await load({ url, access: 'public' });
    expect({ session, token: localStorage.getItem('AUTH_TOKEN') }).toEqual({ session: 'in', token: 'secret' });
  });

  it.each([
    ['a link of ours', { site: 'same-origin', referrer: ours }],
    ['a link of ours in a new tab, where something took the referrer', { site: 'same-origin' }],
    ['a link of ours that only its referrer tells of', { referrer: ours }],
    ['a mark', { mark: true }],
    ['back in a tab that knows the session', { type: 'back_forward', known: true }],
  ])(
    'spares %s',
    async (_name, { mark, known, ...how }: { mark?: boolean; known?: boolean; type?: string; referrer?: string; site?: string }) => {
      signIn();
      if (mark) sessionStorage.setItem('jufi:mark', JSON.stringify({ path: '/wallet', atMs: Date.now() }));
      if (known) sessionStorage.setItem('jufi:session', '1');
      const { leftFor, session } = await load({ url: '/wallet', ...how });
      expect({ leftFor, session }).toEqual({ leftFor: undefined, session: 'in' });
      expect(sessionStorage.getItem('jufi:mark')).toBeNull();
    },
  );

  it('spares a session that another tab shows, if nobody knows anything of this address', async () => {
    signIn();
    const query = (): Promise<object> => Promise.resolve({ held: [{ name: 'jufi:session' }] });
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { query, request: () => Promise.resolve() } });
    expect(await load({ url: '/wallet' })).toMatchObject({ session: 'in', leftFor: undefined, found: { kind: 'in-app' } });
    // A typed address ends it all the same.
    expect(await load({ url: '/wallet', site: 'none' })).toMatchObject({ leftFor: '/', found: { kind: 'visit' } });
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('explains by the address why a member page was left, if the tab stores nothing', async () => {
    vi.stubGlobal('sessionStorage', refusing());
    expect((await load({ url: '/zh/wallet' })).leftFor).toBe('/zh#nothing-kept');
  });

  it('can be turned off by the operator', async () => {
    vi.stubEnv('PUBLIC_DIRECT_VISIT', 'keep');
    signIn();
    const { session, leftFor } = await load({ url: '/wallet' });
    expect({ session, leftFor }).toEqual({ session: 'in', leftFor: undefined });
  });

  it('treats an empty token as none', async () => {
    localStorage.setItem('AUTH_TOKEN', 'null');
    const { leftFor } = await load({ url: '/wallet', referrer: ours });
    expect(leftFor).toBe('/');
    expect(sessionStorage.getItem('jufi:toast')).toContain('signInFirst');
  });

  it('keeps a member page in its own language', async () => {
    localStorage.setItem('lang', 'zh');
    expect((await load({ url: '/zh/wallet' })).leftFor).toBe('/zh');
  });
});

describe('the login link', () => {
  it('is removed from the address, which keeps the rest, and the page waits for its verification', async () => {
    const { found, address, session, leftFor } = await load({ url: '/home?a=1&token=abc&b=2#c' });
    expect({ token: found?.linkToken, address, session, leftFor }).toEqual({
      token: 'abc',
      address: '/home?a=1&b=2#c',
      session: 'out',
      leftFor: undefined,
    });
    // Its own imports would send the address it was parsed under.
    expect(document.querySelector('meta[name=referrer]')).toBeNull();
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('abc');
  });

  it('shows the signed-out state until it is verified, and reports whether the visit rule ends the previous session', async () => {
    signIn();
    expect(await load({ url: '/home?token=abc' })).toMatchObject({ session: 'out', found: { endsSession: true, linkToken: 'abc' } });
    expect(localStorage.getItem('AUTH_TOKEN')).toBe('secret');
    expect(await load({ url: '/home?token=abc', referrer: ours })).toMatchObject({ found: { endsSession: false } });
    expect(await load({ url: '/?token=abc', access: 'public' })).toMatchObject({ found: { endsSession: false } });
  });

  it('may have an empty token', async () => {
    expect((await load({ url: '/home?token=' })).found?.linkToken).toBe('');
  });

  it('is carried across the language rule', async () => {
    localStorage.setItem('lang', 'de');
    const first = await load({ url: '/home?token=abc&a=1' });
    expect(first.leftFor).toBe('/de/home?a=1');
    const second = await load({ url: '/de/home?a=1', referrer: 'https://jufi.test/home' });
    expect(second.found).toMatchObject({ linkToken: 'abc', kind: 'visit', endsSession: true });
    const third = await load({ url: '/de/home?a=1' });
    expect(third.found?.linkToken).toBeUndefined();
  });

  it('goes back into the address if the tab stores nothing', async () => {
    localStorage.setItem('lang', 'de');
    vi.stubGlobal('sessionStorage', refusing());
    const { leftFor } = await load({ url: '/home?token=a%2Bc' });
    expect(new URL(leftFor ?? '', 'https://jufi.test').searchParams.get('token')).toBe('a+c');
  });
});

describe('the language rule', () => {
  it.each([
    ['de', '/home?a=1#b', '/de/home?a=1#b', 'de'],
    ['en', '/zh/home', '/home', 'en'],
    ['bm', '/home', '/id/home', 'bm'],
    ['xx', '/zh/home', '/home', 'en'],
    ['', '/zh/home', '/home', 'en'],
    ['null', '/zh/home', '/home', 'en'],
    ['de', '/', '/de', 'de'],
    ['en', '/zh', '/', 'en'],
    ['en', '/zh//evil.test/home', '/evil.test/home', 'en'],
  ])('stored %j on %s leads to %s', async (stored, url, to, left) => {
    localStorage.setItem('lang', stored);
    expect((await load({ url, access: 'public' })).leftFor).toBe(to);
    expect(localStorage.getItem('lang')).toBe(left);
  });

  it('keeps a first-time visitor in the link’s language, and stores nothing', async () => {
    expect((await load({ url: '/jp/announcements', access: 'public' })).leftFor).toBeUndefined();
    expect(localStorage.getItem('lang')).toBeNull();
  });

  it('doesn’t make a typed address look like one of our links', async () => {
    signIn();
    localStorage.setItem('lang', 'de');
    expect((await load({ url: '/wallet' })).leftFor).toBe('/de/wallet');
    const { leftFor } = await load({ url: '/de/wallet', referrer: 'https://jufi.test/wallet' });
    expect(leftFor).toBe('/de');
    expect(localStorage.getItem('AUTH_TOKEN')).toBeNull();
    expect(sessionStorage.getItem('jufi:toast')).toContain('VISIT');
  });

  it('ends the session of a typed address even if the tab stores nothing', async () => {
    signIn();
    localStorage.setItem('lang', 'de');
    vi.stubGlobal('sessionStorage', refusing());
    expect((await load({ url: '/announcements', access: 'public' })).leftFor).toBe('/de/announcements');
    expect(localStorage.getItem('AUTH_TOKEN')).toBeNull();
  });

  it('doesn’t end it if the address carries a login link', async () => {
    signIn();
    localStorage.setItem('lang', 'de');
    await load({ url: '/wallet?token=abc' });
    expect(localStorage.getItem('AUTH_TOKEN')).toBe('secret');
  });
});

it('keeps any address’s referral code for the life of the tab', async () => {
  await load({ url: '/announcements?referralCode=FRIEND12', access: 'public' });
  await load({ url: '/?referralCode=', access: 'public' });
  expect(sessionStorage.getItem('jufi:referral-code')).toBe('FRIEND12');
});

it('decides on a prerendered page when it is activated, not before', async () => {
  signIn();
  const prerendering = { configurable: true, value: true };
  Object.defineProperty(document, 'prerendering', prerendering);
  const { found } = await load({ url: '/wallet', referrer: ours });
  expect(found).toBeUndefined();
  Object.defineProperty(document, 'prerendering', { ...prerendering, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(window.jufiArrival).toMatchObject({ kind: 'in-app' });
  expect(document.documentElement.dataset.session).toBe('in');
});
