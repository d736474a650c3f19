// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { account, otherAccount, TestWallet } from '../lib/wallet-flow/test-wallet.ts';
import { member } from '../shell/member.ts';
import { PATIENCE } from '../support/patience.ts';

const user = member('mira_holt', { address: account });
const sponsor = { uid: 'jonbell', username: 'jon_bell' };

/** A provider that allows binding only in a session the wallet has just signed for. */
const called: string[] = [];
let knowsUndoing = true;
let bound = false;
let server: Server;
let origin = '';

const answers: Record<string, (request: IncomingMessage) => [status: number, body: object]> = {
  '/api/account/nonce': () => {
    const message = `${new URL(origin).host} wants you to sign in with your Ethereum account:\n${account}\n\nURI: ${origin}\nVersion: 1\nChain ID: 210000\nNonce: abcdefgh1`;
    return ok({ nonce: 'abcdefgh1', message, expiresAt: new Date(Date.now() + 300_000).toISOString() });
  },
  '/api/account/authenticate/walletAddress': () =>
    ok({ token: 'fresh', expiresAt: '2099-11-21T10:00:00.000Z', userInfo: user, isNew: false, referral: 'NONE' }),
  '/api/account/logout': () => ok({}),
  '/api/profile/referBy': ({ headers }) => {
    if (headers.authorization !== 'Bearer fresh') return refused(422, 'RECENT_SIGN_IN_REQUIRED');
    bound = true;
    return ok({ referrer: sponsor });
  },
  '/api/profile/referralBinding': () =>
    knowsUndoing
      ? ok({ binding: { referrer: sponsor, boundAt: '2026-11-21T10:00:00.000Z', undoUntil: '2026-11-22T10:00:00.000Z' } })
      : refused(404, 'NOT_FOUND'),
};

const ok = (data: object): [number, object] => [200, { code: 0, message: 'OK', data }];
const refused = (status: number, code: string): [number, object] => [status, { code, message: code, requestId: 'r' }];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    called.push(`${path.replace('/api', '')} ${request.headers.authorization ?? ''}`.trim());
    const [status, body] = answers[path]?.(request) ?? refused(404, 'NOT_FOUND');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  called.length = 0;
  bound = false;
  knowsUndoing = true;
  (window as unknown as { happyDOM: { setURL(address: string): void } }).happyDOM.setURL(`${origin}/home`);
  document.documentElement.dataset.access = 'member';
  document.documentElement.lang = 'en';
  localStorage.setItem('AUTH_TOKEN', 'stolen');
  localStorage.setItem('AUTH_USER', JSON.stringify(user));
  localStorage.setItem('prevAddr', account);
});

/** A member's page whose wallet announces itself like an extension (EIP-6963). */
async function open(remembered: boolean) {
  const wallet = new TestWallet();
  wallet.accounts = [account];
  wallet.chainId = 210000;
  const announce = (): void => {
    const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', rdns: wallet.wallet.id, name: wallet.wallet.name, icon: '' };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: wallet.wallet.provider } }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  if (remembered) localStorage.setItem('jufi:wallet', wallet.wallet.id);
  const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const { acceptReferral, $referralBinding, isKnownReferral } = await import('../../src/stores/referral.ts');
  const { walletFlow } = await import('../../src/stores/sign-in.ts');
  const { $modals, closeModal } = await import('../../src/stores/modals.ts');
  const { $user } = await import('../../src/stores/session.ts');
  $user.listen(() => undefined);
  const stepIs = (step: string, detail = {}) => vi.waitFor(() => expect(walletFlow.state()).toMatchObject({ step, ...detail }), PATIENCE);
  return { wallet, left, acceptReferral, $referralBinding, isKnownReferral, walletFlow, $modals, closeModal, $user, stepIs };
}

it('signs in again with the remembered wallet, and continues binding in the new session', async () => {
  const page = await open(true);
  const accepted = page.acceptReferral({ code: 'JON', sponsor: 'jon_bell' });
  await page.stepIs('SIGNING', { phase: 'OFFERED' });
  expect(page.$modals.get().open).toBe('sign-message');
  await page.walletFlow.sign();
  expect(await accepted).toBe(true);
  expect([bound, localStorage.getItem('AUTH_TOKEN')]).toEqual([true, 'fresh']);
  expect(page.$user.get()?.referrer).toEqual(sponsor);
  expect(page.$referralBinding.get()).toMatchObject({ referrer: sponsor });
  expect(page.isKnownReferral({ referrer: sponsor, boundAt: '2026-11-21T10:00:00.000Z', undoUntil: '' })).toBe(true);
  // A stolen old token is worthless now, and the page wasn't left.
  await vi.waitFor(() => expect(called).toContain('/account/logout Bearer stolen'), PATIENCE);
  expect(page.left).not.toHaveBeenCalled();
  expect(page.$modals.get().open).toBeNull();
});

it('renewing doesn’t sign in another account, and doesn’t bind if the person gives up', async () => {
  const page = await open(false);
  page.wallet.next('eth_requestAccounts', () => [otherAccount]);
  const accepted = page.acceptReferral({ code: 'JON', sponsor: 'jon_bell' });
  await vi.waitFor(() => expect(page.$modals.get().open).toBe('wallet'), PATIENCE);
  await page.walletFlow.choose(page.wallet.wallet);
  expect(page.walletFlow.state()).toMatchObject({ step: 'FAILED', reason: 'OTHER_ACCOUNT' });
  page.closeModal('wallet');
  expect(await accepted).toBe(false);
  expect([bound, localStorage.getItem('AUTH_TOKEN')]).toEqual([false, 'stolen']);
  expect(called).toEqual(['/profile/referBy Bearer stolen']);
});

it('asks for no signature if the session is fresh, and offers no undoing if the provider doesn’t support it', async () => {
  knowsUndoing = false;
  localStorage.setItem('AUTH_TOKEN', 'fresh');
  const page = await open(true);
  expect(await page.acceptReferral({ code: 'JON', sponsor: 'jon_bell' })).toBe(true);
  expect(page.$referralBinding.get()).toBeNull();
  expect(called).toEqual(['/profile/referBy Bearer fresh', '/profile/referralBinding Bearer fresh']);
});
