// @vitest-environment happy-dom
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import type { UserInfo } from '../../src/lib/api/contract/user-info.ts';
import { PATIENCE } from '../support/patience.ts';
import { member } from './member.ts';

/** A provider that knows two members' tokens and records its calls. It either lacks the exchange or exchanges each token once. */
const members = new Map<string, UserInfo>([
  ['good', member('mira_holt')],
  ['other', member('jon_bell', { id: '01939d2c-7a10-7000-8000-000000000002', address: '0x00000000000000000000000000000000000000A1' })],
]);
let isDown = false;
let exchange: 'LACKING' | 'TRADES' | 'LOSES_ITS_ANSWER' | 'ANSWERS_A_PAGE' = 'LACKING';
const spent = new Set<string>();
const seen: { url: string | undefined; authorization: string | undefined; referer: string | undefined }[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url, headers } = request;
    const { authorization, referer } = headers;
    seen.push({ url, authorization, referer });
    const token = authorization?.replace('Bearer ', '') ?? '';
    const user = spent.has(token) ? undefined : members.get(token);
    response.setHeader('content-type', 'application/json');
    if (isDown) response.destroy();
    else if (url === '/api/account/exchangeToken' && user) answerExchange(response, token);
    else if (url === '/api/account/logout') response.end(JSON.stringify({ code: 0, message: 'OK', data: {} }));
    else if (user) response.end(JSON.stringify({ code: 0, message: 'OK', data: user }));
    else response.writeHead(401).end(JSON.stringify({ code: 'UNAUTHENTICATED', message: 'Sign in', requestId: 'r' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

function answerExchange(response: ServerResponse, token: string): void {
  if (exchange === 'LACKING') {
    response.writeHead(404).end('<h1>Not found</h1>');
    return;
  }
  if (exchange === 'ANSWERS_A_PAGE') {
    response.end('<!doctype html>');
    return;
  }
  spent.add(token);
  if (exchange === 'LOSES_ITS_ANSWER') response.destroy();
  else response.end(JSON.stringify({ code: 0, message: 'OK', data: { token: `own-${token}`, expiresAt: '2026-11-21T21:00:00.000Z' } }));
}

interface Arrived {
  token: string;
  path?: string;
  endsSession?: boolean;
}

interface Outcome {
  leftFor: string | undefined;
  token: string | null;
  toasts: unknown;
}

/** Arrives by a login link in the state the head script leaves, and verifies the token. */
async function arrive({ token, path = '/home', endsSession = true }: Arrived): Promise<Outcome> {
  vi.resetModules();
  (window as unknown as { happyDOM: { setURL(address: string): void } }).happyDOM.setURL(origin + path);
  document.documentElement.dataset.access = path === '/home' ? 'member' : 'public';
  window.jufiArrival = { kind: endsSession ? 'visit' : 'in-app', linkToken: token, endsSession, storageRefused: false };
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const { proveLinkToken } = await import('../../src/shell/login-link.ts');
  const { $toasts } = await import('../../src/stores/toasts.ts');
  await proveLinkToken();
  const toasts = [
    ...$toasts.get().map(({ content }) => content),
    ...(JSON.parse(sessionStorage.getItem('jufi:toast') ?? '[]') as unknown[]),
  ];
  return { leftFor: (replace.mock.lastCall ?? assign.mock.lastCall)?.[0]?.toString(), token: localStorage.getItem('AUTH_TOKEN'), toasts };
}

/** Arrives with nobody signed in, and accepts. */
async function arriveAndAccept(arrived: Arrived): Promise<Outcome> {
  const outcome = arrive(arrived);
  await press(link.switch.replace('{{other}}', members.get(arrived.token)?.username ?? ''));
  return outcome;
}

/** Waits for the dialog and presses a button in it. */
async function press(label: string): Promise<void> {
  await vi.waitFor(() => {
    const button = [...document.querySelectorAll<HTMLElement>('dialog button')].find(({ textContent }) => textContent === label);
    if (!button) throw new Error(`no button ${label}`);
    button.click();
  }, PATIENCE);
}

function signedInAs(token: string): void {
  localStorage.setItem('AUTH_TOKEN', token);
  localStorage.setItem('AUTH_USER', JSON.stringify(members.get(token)));
  localStorage.setItem('prevAddr', members.get(token)?.address ?? '');
}

const { link } = texts.shell;

beforeEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  seen.length = 0;
  isDown = false;
  exchange = 'LACKING';
  spent.clear();
  document.body.innerHTML = `<script type="application/json" id="shell-texts"></script>`;
  const block = document.getElementById('shell-texts');
  if (block) block.textContent = JSON.stringify(texts.shell);
});

describe('a valid login link', () => {
  it('signs in: stores token, user, address and language, and the page continues', async () => {
    const { leftFor, token, toasts } = await arriveAndAccept({ token: 'good' });
    expect({ leftFor, token }).toEqual({ leftFor: undefined, token: 'good' });
    expect(JSON.parse(localStorage.getItem('AUTH_USER') ?? '')).toMatchObject({ username: 'mira_holt' });
    expect(localStorage.getItem('prevAddr')).toBe(members.get('good')?.address);
    expect(localStorage.getItem('lang')).toBe('en');
    expect(toasts).toEqual([{ kind: 'success', message: 'Signed in as mira_holt' }]);
    expect(window.jufiArrival?.linkToken).toBeUndefined();
    expect(seen).toMatchObject([
      { url: '/api/profile/userInfo', authorization: 'Bearer good' },
      { url: '/api/account/exchangeToken', authorization: 'Bearer good' },
    ]);
    expect(seen[0]?.referer ?? '').not.toContain('good');
  });

  it('leads from the landing page to the dashboard', async () => {
    expect(await arriveAndAccept({ token: 'good', path: '/', endsSession: false })).toMatchObject({ leftFor: '/home', token: 'good' });
  });

  it('asks if another member is signed in, and switches on consent', async () => {
    signedInAs('other');
    const outcome = arrive({ token: 'good' });
    await press(link.switch.replace('{{other}}', 'mira_holt'));
    expect(await outcome).toMatchObject({ token: 'good' });
  });

  it('asks if another member is signed in, and changes nothing if declined', async () => {
    signedInAs('other');
    const outcome = arrive({ token: 'good' });
    await press(link.stay.replace('{{current}}', 'jon_bell'));
    expect(await outcome).toMatchObject({ token: 'other', leftFor: undefined, toasts: [] });
  });

  it('leaves a member page if the previous session has ended in another tab while asking', async () => {
    signedInAs('other');
    const outcome = arrive({ token: 'good' });
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
    localStorage.clear();
    window.dispatchEvent(new Event('storage'));
    await press(link.stay.replace('{{current}}', 'jon_bell'));
    expect(await outcome).toMatchObject({ token: null, leftFor: '/' });
  });

  it('doesn’t ask a member whose uid has changed meanwhile', async () => {
    signedInAs('good');
    localStorage.setItem('AUTH_USER', JSON.stringify({ ...members.get('good'), uid: 'former' }));
    expect(await arrive({ token: 'good' })).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('doesn’t ask a member who is already signed in', async () => {
    signedInAs('good');
    expect(await arrive({ token: 'good' })).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('stores nothing if the device refuses, says so, and goes to the landing page', async () => {
    refuseWrites((name) => name === 'AUTH_TOKEN');
    const { leftFor, token, toasts } = await arriveAndAccept({ token: 'good' });
    expect({ leftFor, token, user: localStorage.getItem('AUTH_USER') }).toEqual({ leftFor: '/', token: null, user: null });
    expect(toasts).toEqual([{ kind: 'error', key: 'linkFailed', text: link.storage }]);
  });
});

describe('a link while signed out', () => {
  it.each(['/home', '/announcements'])(
    'to %s asks whether to sign in as its member, and goes to the landing page if declined',
    async (path) => {
      const outcome = arrive({ token: 'good', path });
      await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
      expect(document.querySelector('dialog')?.textContent).toContain('mira_holt');
      expect(document.querySelector('dialog')?.textContent).toContain('0x7A3f…c21E');
      expect(localStorage.getItem('AUTH_TOKEN')).toBeNull();
      await press(link.stayOut);
      expect(await outcome).toEqual({ leftFor: '/', token: null, toasts: [] });
      expect(seen.map(({ url }) => url)).toEqual(['/api/profile/userInfo']);
    },
  );

  it('also asks if a token is stored without its member', async () => {
    localStorage.setItem('AUTH_TOKEN', 'other');
    expect(await arriveAndAccept({ token: 'good' })).toMatchObject({ token: 'good' });
  });
});

describe('the exchange', () => {
  it('stores a token of this browser’s own, and the link’s token nowhere', async () => {
    exchange = 'TRADES';
    expect(await arriveAndAccept({ token: 'good' })).toMatchObject({ token: 'own-good', leftFor: undefined });
    expect(spent).toContain('good');
  });

  it('of a link just used by another browser says so, and suggests a new one', async () => {
    exchange = 'TRADES';
    const outcome = arrive({ token: 'good' });
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
    spent.add('good');
    await press(link.switch.replace('{{other}}', 'mira_holt'));
    expect(await outcome).toEqual({ leftFor: '/', token: null, toasts: [{ kind: 'error', key: 'linkFailed', text: link.spent }] });
  });

  it('with a lost response doesn’t lock the person out silently', async () => {
    exchange = 'LOSES_ITS_ANSWER';
    const outcome = arrive({ token: 'good' });
    await press(link.switch.replace('{{other}}', 'mira_holt'));
    await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain(link.unsureText), PATIENCE);
    await press(link.retry);
    expect(await outcome).toEqual({ leftFor: '/', token: null, toasts: [{ kind: 'error', key: 'linkFailed', text: link.spent }] });
  });

  it('can be cancelled if there is no response', async () => {
    exchange = 'LOSES_ITS_ANSWER';
    const outcome = arrive({ token: 'good' });
    await press(link.switch.replace('{{other}}', 'mira_holt'));
    await press(link.giveUp);
    expect(await outcome).toMatchObject({ leftFor: '/', token: null });
  });

  it('is skipped if the server answers with a page: the link’s token becomes the session', async () => {
    exchange = 'ANSWERS_A_PAGE';
    expect(await arriveAndAccept({ token: 'good' })).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('isn’t started on a device that stores nothing: the link stays valid', async () => {
    exchange = 'TRADES';
    refuseWrites(() => true);
    const { token, leftFor } = await arriveAndAccept({ token: 'good' });
    expect({ token, leftFor: leftFor?.split('?')[0] }).toEqual({ token: null, leftFor: '/' });
    expect(spent).not.toContain('good');
  });
});

describe('an invalid login link', () => {
  it.each(['wrong', '', '  ', 'null'])('%j leads to the landing page and says "Login via link failed', async (token) => {
    const outcome = await arrive({ token });
    expect(outcome).toEqual({ leftFor: '/', token: null, toasts: [{ kind: 'error', key: 'linkFailed' }] });
    expect(texts.shell.notices.linkFailed.title).toBe('Login via link failed');
    if (token !== 'wrong') expect(seen).toEqual([]);
  });

  it.each(['a\nb', 'schlüssel'])('%j can’t be a token, so the provider isn’t asked', async (token) => {
    expect(await arrive({ token })).toMatchObject({ leftFor: '/', token: null, toasts: [{ kind: 'error', key: 'linkFailed' }] });
    expect(seen).toEqual([]);
  });

  it('doesn’t suspend the visit rule if the page is left before it is verified', async () => {
    signedInAs('other');
    isDown = true;
    const outcome = arrive({ token: 'good' });
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
    expect(localStorage.getItem('AUTH_TOKEN')).toBe('other');
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('AUTH_TOKEN')).toBeNull();
    await press(link.giveUp);
    await outcome;
  });

  it('doesn’t suspend the visit rule', async () => {
    signedInAs('other');
    expect(await arrive({ token: 'wrong' })).toMatchObject({ leftFor: '/', token: null });
  });

  it('doesn’t end the session of an in-app arrival', async () => {
    signedInAs('other');
    expect(await arrive({ token: 'wrong', endsSession: false })).toMatchObject({ leftFor: '/', token: 'other' });
  });
});

describe('a provider that doesn’t respond', () => {
  it('can be retried: the token stays in memory', async () => {
    isDown = true;
    const outcome = arrive({ token: 'good' });
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('good');
    isDown = false;
    await press(link.retry);
    await press(link.switch.replace('{{other}}', 'mira_holt'));
    expect(await outcome).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('can be abandoned: the visit rule then applies', async () => {
    signedInAs('other');
    isDown = true;
    const outcome = arrive({ token: 'good' });
    await press(link.giveUp);
    expect(await outcome).toMatchObject({ token: null, leftFor: '/' });
  });
});

function refuseWrites(isRefused: (name: string) => boolean): void {
  const real = localStorage;
  vi.stubGlobal(
    'localStorage',
    new Proxy(real, {
      get: (storage, key) => {
        const value: unknown = Reflect.get(storage, key);
        if (key === 'setItem') return (name: string, text: string) => (isRefused(name) ? refuse() : real.setItem(name, text));
        return typeof value === 'function' ? (value.bind(storage) as unknown) : value;
      },
    }),
  );
}

function refuse(): never {
  throw new Error('full');
}
