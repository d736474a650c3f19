// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import type { UserInfo } from '../../src/lib/api/contract/user-info.ts';
import { PATIENCE } from '../support/patience.ts';
import { member } from './member.ts';

/** A provider that knows the tokens of two members; what it was sent is written down. */
const members = new Map<string, UserInfo>([
  ['good', member('mira_holt')],
  ['other', member('jon_bell', { id: '01939d2c-7a10-7000-8000-000000000002', address: '0x00000000000000000000000000000000000000A1' })],
]);
let isDown = false;
const seen: { url: string | undefined; authorization: string | undefined; referer: string | undefined }[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const { authorization, referer } = request.headers;
    seen.push({ url: request.url, authorization, referer });
    const user = members.get(authorization?.replace('Bearer ', '') ?? '');
    response.setHeader('content-type', 'application/json');
    if (isDown) response.destroy();
    else if (user) response.end(JSON.stringify({ code: 0, message: 'OK', data: user }));
    else response.writeHead(401).end(JSON.stringify({ code: 'UNAUTHENTICATED', message: 'Sign in', requestId: 'r' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

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

/** Arrives by a login link as the head script leaves it, and proves the token. */
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

/** Presses a button of the dialog that asks, once it is there. */
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
  document.body.innerHTML = `<script type="application/json" id="shell-texts"></script>`;
  const block = document.getElementById('shell-texts');
  if (block) block.textContent = JSON.stringify(texts.shell);
});

describe('a good login link', () => {
  it('signs in: token, user, address and language are stored, and the page goes on', async () => {
    const { leftFor, token, toasts } = await arrive({ token: 'good' });
    expect({ leftFor, token }).toEqual({ leftFor: undefined, token: 'good' });
    expect(JSON.parse(localStorage.getItem('AUTH_USER') ?? '')).toMatchObject({ username: 'mira_holt' });
    expect(localStorage.getItem('prevAddr')).toBe(members.get('good')?.address);
    expect(localStorage.getItem('lang')).toBe('en');
    expect(toasts).toEqual([{ kind: 'success', message: 'Signed in as mira_holt' }]);
    expect(window.jufiArrival?.linkToken).toBeUndefined();
    expect(seen).toMatchObject([{ url: '/api/profile/userInfo', authorization: 'Bearer good' }]);
    expect(seen[0]?.referer ?? '').not.toContain('good');
  });

  it('on the landing page leads to the dashboard', async () => {
    expect(await arrive({ token: 'good', path: '/', endsSession: false })).toMatchObject({ leftFor: '/home', token: 'good' });
  });

  it('asks when another member is signed in, and changes members', async () => {
    signedInAs('other');
    const outcome = arrive({ token: 'good' });
    await press(link.switch.replace('{{other}}', 'mira_holt'));
    expect(await outcome).toMatchObject({ token: 'good' });
  });

  it('asks when another member is signed in, and leaves things as they are', async () => {
    signedInAs('other');
    const outcome = arrive({ token: 'good' });
    await press(link.stay.replace('{{current}}', 'jon_bell'));
    expect(await outcome).toMatchObject({ token: 'other', leftFor: undefined, toasts: [] });
  });

  it('leaves a member page when the session of before has ended in another tab while the person was asked', async () => {
    signedInAs('other');
    const outcome = arrive({ token: 'good' });
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
    localStorage.clear();
    window.dispatchEvent(new Event('storage'));
    await press(link.stay.replace('{{current}}', 'jon_bell'));
    expect(await outcome).toMatchObject({ token: null, leftFor: '/' });
  });

  it('asks nobody whose uid was changed meanwhile', async () => {
    signedInAs('good');
    localStorage.setItem('AUTH_USER', JSON.stringify({ ...members.get('good'), uid: 'former' }));
    expect(await arrive({ token: 'good' })).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('asks nobody who is signed in as the same member', async () => {
    signedInAs('good');
    expect(await arrive({ token: 'good' })).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('stores nothing when the device refuses, says so, and leads to the landing page', async () => {
    const real = localStorage;
    vi.stubGlobal(
      'localStorage',
      new Proxy(localStorage, {
        get: (storage, key) => {
          const value: unknown = Reflect.get(storage, key);
          if (key === 'setItem') return (name: string, text: string) => (name === 'AUTH_TOKEN' ? refuse() : real.setItem(name, text));
          return typeof value === 'function' ? (value.bind(storage) as unknown) : value;
        },
      }),
    );
    const { leftFor, token, toasts } = await arrive({ token: 'good' });
    expect({ leftFor, token, user: localStorage.getItem('AUTH_USER') }).toEqual({ leftFor: '/', token: null, user: null });
    expect(toasts).toEqual([{ kind: 'error', key: 'linkFailed', text: link.storage }]);
  });
});

describe('a bad login link', () => {
  it.each(['wrong', '', '  ', 'null'])('%j leads to the landing page and says "Login via link failed"', async (token) => {
    const outcome = await arrive({ token });
    expect(outcome).toEqual({ leftFor: '/', token: null, toasts: [{ kind: 'error', key: 'linkFailed' }] });
    expect(texts.shell.notices.linkFailed.title).toBe('Login via link failed');
    if (token !== 'wrong') expect(seen).toEqual([]);
  });

  it.each(['a\nb', 'schlüssel'])('%j cannot be one, and nobody is asked', async (token) => {
    expect(await arrive({ token })).toMatchObject({ leftFor: '/', token: null, toasts: [{ kind: 'error', key: 'linkFailed' }] });
    expect(seen).toEqual([]);
  });

  it('saves nobody from the visit rule who leaves before it is proved', async () => {
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

  it('saves nobody from the visit rule', async () => {
    signedInAs('other');
    expect(await arrive({ token: 'wrong' })).toMatchObject({ leftFor: '/', token: null });
  });

  it('does not end the session of who came in-app', async () => {
    signedInAs('other');
    expect(await arrive({ token: 'wrong', endsSession: false })).toMatchObject({ leftFor: '/', token: 'other' });
  });
});

describe('a provider that does not answer', () => {
  it('can be asked again: the token waits in memory', async () => {
    isDown = true;
    const outcome = arrive({ token: 'good' });
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), PATIENCE);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('good');
    isDown = false;
    await press(link.retry);
    expect(await outcome).toMatchObject({ token: 'good', leftFor: undefined });
  });

  it('can be given up: the visit rule then holds', async () => {
    signedInAs('other');
    isDown = true;
    const outcome = arrive({ token: 'good' });
    await press(link.giveUp);
    expect(await outcome).toMatchObject({ token: null, leftFor: '/' });
  });
});

function refuse(): never {
  throw new Error('full');
}
