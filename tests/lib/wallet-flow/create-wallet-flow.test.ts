import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../src/lib/api/api-error.ts';
import type { ErrorCode } from '../../../src/lib/api/contract/error-codes.ts';
import { errorStatuses } from '../../../src/lib/api/contract/error-codes.ts';
import { connectWallet, signMessage } from '../../../src/lib/chain/wallets/sign-message.ts';
import { reattachWallet, watchWallet } from '../../../src/lib/chain/wallets/watch-wallet.ts';
import { reachProductChain } from '../../../src/lib/chain/wallets/reach-product-chain.ts';
import { createWalletFlow, type WalletFlow } from '../../../src/lib/wallet-flow/create-wallet-flow.ts';
import { systemTimer, WALLET_LIMIT_MS, type WalletFlowPorts } from '../../../src/lib/wallet-flow/wallet-patience.ts';
import { isBusy, type Challenge } from '../../../src/lib/wallet-flow/wallet-flow-state.ts';
import { account, otherAccount, refuse, silence, TestWallet } from './test-wallet.ts';

const nowMs = 1_800_000_000_000;
/** A connected wallet is listened to for its account and its chain. */
const CONNECTED_LISTENERS = 2;

function messageFor(domain: string): string {
  return `${domain} wants you to sign in with your Ethereum account:\n${account}\n\nURI: https://jufi.test\nVersion: 1\nChain ID: 210000\nNonce: abcdefgh1`;
}

interface Setting {
  flow: WalletFlow;
  wallet: TestWallet;
  ports: WalletFlowPorts;
  /** The steps gone through, one after the other. */
  steps: string[];
  stored: string[];
  revoked: string[];
}

function setUp(change: Partial<WalletFlowPorts> = {}): Setting {
  const wallet = new TestWallet();
  const steps: string[] = [];
  const stored: string[] = [];
  const revoked: string[] = [];
  const ports: WalletFlowPorts = {
    connect: connectWallet,
    reachChain: reachProductChain,
    sign: signMessage,
    inspect: reattachWallet,
    watch: watchWallet,
    accepts: () => true,
    challenge: () => Promise.resolve({ message: messageFor('jufi.test'), expiresAtMs: Date.now() + 300_000 }),
    authenticate: () => Promise.resolve({ token: 'token' }),
    revoke: (token) => void revoked.push(token),
    canStore: () => true,
    store: ({ token }) => stored.push(token) > 0,
    domains: ['jufi.test'],
    clock: () => new Date(),
    timer: systemTimer,
    onChange: (state) => {
      const step = state.step === 'SIGNING' ? state.phase : state.step === 'FAILED' ? state.reason : state.step;
      if (steps.at(-1) !== step) steps.push(step);
    },
    ...change,
  };
  return { flow: createWalletFlow(ports), wallet, ports, steps, stored, revoked };
}

beforeEach(() => void vi.useFakeTimers({ now: nowMs }));
afterEach(() => void vi.useRealTimers());

describe('signing in', () => {
  it('takes two acts: choosing a wallet, and signing the message', async () => {
    const { flow, wallet, steps, stored } = setUp();
    wallet.chainId = 210000;
    await flow.choose(wallet.wallet);
    expect(steps).toEqual(['CONNECTING', 'PREPARING', 'OFFERED']);
    expect(wallet.asked).not.toContain('personal_sign');
    await flow.sign();
    expect(steps.slice(3)).toEqual(['ASKED', 'AUTHENTICATING', 'SIGNED_IN']);
    expect(stored).toEqual(['token']);
    expect(wallet.listeners, 'those of the connector').toBe(CONNECTED_LISTENERS);
  });

  it('asked for before the message is there has it signed once it is', async () => {
    const challenge = Promise.withResolvers<Challenge>();
    const { flow, wallet, steps } = setUp({ challenge: () => challenge.promise });
    wallet.chainId = 210000;
    const chosen = flow.choose(wallet.wallet);
    await vi.waitFor(() => expect(steps).toContain('PREPARING'));
    await flow.sign();
    expect(wallet.asked).not.toContain('personal_sign');
    challenge.resolve({ message: messageFor('jufi.test'), expiresAtMs: Date.now() + 300_000 });
    await chosen;
    expect(steps).toEqual(['CONNECTING', 'PREPARING', 'OFFERED', 'ASKED', 'AUTHENTICATING', 'SIGNED_IN']);
  });

  it('refuses an account that is not the one that is signed in, before the chain is switched or anything is signed', async () => {
    const { flow, wallet, steps } = setUp({ accepts: (address) => address === account });
    wallet.next('eth_requestAccounts', () => [otherAccount]);
    await flow.choose(wallet.wallet);
    expect(steps).toEqual(['CONNECTING', 'OTHER_ACCOUNT']);
    expect(wallet.asked).not.toContain('wallet_switchEthereumChain');
    await flow.retry();
    expect(steps.at(-1)).toBe('OFFERED');
  });

  it('can begin again after one that led nowhere else', async () => {
    const { flow, wallet, steps } = setUp();
    await flow.choose(wallet.wallet);
    flow.reset();
    expect(steps.at(-1)).toBe('OFFERED');
    await flow.sign();
    await flow.choose(wallet.wallet);
    expect(steps.at(-1)).toBe('SIGNED_IN');
    flow.reset();
    await flow.choose(wallet.wallet);
    expect(steps.slice(-4)).toEqual(['IDLE', 'CONNECTING', 'PREPARING', 'OFFERED']);
  });

  it('switches the chain', async () => {
    const { flow, wallet, steps } = setUp();
    await flow.choose(wallet.wallet);
    expect(steps).toEqual(['CONNECTING', 'SWITCHING_CHAIN', 'PREPARING', 'OFFERED']);
    expect(wallet.chainId).toBe(210000);
  });

  it.each([
    ['4902', refuse(4902)],
    ['4902 inside data.originalError', refuse(-32603, { originalError: { code: 4902 } })],
    ['the bare internal error of phones', refuse(-32603)],
  ])('adds a chain the wallet does not know, then switches again: %s', async (_name, answer) => {
    const { flow, wallet, steps } = setUp();
    wallet.next('wallet_switchEthereumChain', answer);
    await flow.choose(wallet.wallet);
    expect(steps).toEqual(['CONNECTING', 'SWITCHING_CHAIN', 'ADDING_CHAIN', 'SWITCHING_CHAIN', 'PREPARING', 'OFFERED']);
    expect(wallet.asked.filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ]);
    expect(wallet.asked.at(-1)).toBe('eth_chainId');
  });

  it('believes no wallet that says it has switched', async () => {
    const { flow, wallet, steps } = setUp();
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain'])
      wallet.next(method, () => null);
    const done = flow.choose(wallet.wallet);
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect(steps.at(-1)).toBe('CHAIN_NOT_CONFIGURED');
  });

  it('continues when a phone wallet connects without answering', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.chainId = 210000;
    wallet.next('eth_requestAccounts', silence);
    const done = flow.choose(wallet.wallet);
    await vi.advanceTimersByTimeAsync(0);
    wallet.accounts = [account];
    wallet.emit('accountsChanged', [account]);
    await done;
    expect(steps).toEqual(['CONNECTING', 'PREPARING', 'OFFERED']);
  });
});

describe('what a wallet can refuse', () => {
  it.each([
    ['eth_requestAccounts', 4001, 'DECLINED'],
    ['wallet_switchEthereumChain', 4001, 'CHAIN_REFUSED'],
  ])('%s with %d: %s', async (method, code, reason) => {
    const { flow, wallet, steps } = setUp();
    wallet.next(method, refuse(code));
    await flow.choose(wallet.wallet);
    expect(steps.at(-1)).toBe(reason);
    expect(isBusy(flow.state())).toBe(false);
    expect(wallet.listeners).toBe(method === 'eth_requestAccounts' ? 0 : CONNECTED_LISTENERS);
  });

  it.each([4200, -32000])('the switch, with %d: the network is offered, and signing in continues', async (code) => {
    const { flow, wallet, steps } = setUp();
    wallet.next('wallet_switchEthereumChain', refuse(code));
    await flow.choose(wallet.wallet);
    expect(steps).toContain('ADDING_CHAIN');
    expect(steps.at(-1)).toBe('OFFERED');
  });

  it('the signature: the person may try again without connecting again', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.next('personal_sign', refuse(4001));
    await flow.choose(wallet.wallet);
    await flow.sign();
    expect(steps.at(-1)).toBe('DECLINED');
    await flow.retry();
    await flow.sign();
    expect(steps.at(-1)).toBe('SIGNED_IN');
    expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
  });

  it('the chain: the retry of the invalid-chain modal continues', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.next('wallet_switchEthereumChain', refuse(4001));
    await flow.choose(wallet.wallet);
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason: 'CHAIN_REFUSED', address: account });
    await flow.retry();
    expect(steps.at(-1)).toBe('OFFERED');
  });

  it('a wallet that is not there', () => {
    const { flow } = setUp();
    flow.refuse({ id: 'OKX', name: 'OKX Wallet' }, 'CONNECTOR_NOT_FOUND');
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason: 'CONNECTOR_NOT_FOUND', wallet: { id: 'OKX' } });
  });
});

describe('a request that waits in the wallet already (-32002)', () => {
  it('is waited for while connecting, and gone on from', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.next('eth_requestAccounts', refuse(-32002));
    const done = flow.choose(wallet.wallet);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(flow.state()).toMatchObject({ step: 'CONNECTING', isPending: true });
    wallet.accounts = [account];
    await vi.advanceTimersByTimeAsync(1_000);
    await done;
    expect(steps.at(-1)).toBe('OFFERED');
  });

  it('can be cancelled, and then nothing asks the wallet any more', async () => {
    const { flow, wallet } = setUp();
    wallet.next('eth_requestAccounts', refuse(-32002));
    const done = flow.choose(wallet.wallet);
    await vi.advanceTimersByTimeAsync(2_000);
    flow.cancel();
    await vi.advanceTimersByTimeAsync(2_000);
    await done;
    const asked = wallet.asked.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(wallet.asked).toHaveLength(asked);
    expect(flow.state().step).toBe('IDLE');
  });

  it('is waited for while switching', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.next('wallet_switchEthereumChain', refuse(-32002));
    const done = flow.choose(wallet.wallet);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(flow.state()).toMatchObject({ step: 'SWITCHING_CHAIN', isPending: true });
    wallet.chainId = 210000;
    await vi.advanceTimersByTimeAsync(1_000);
    await done;
    expect(steps.at(-1)).toBe('OFFERED');
  });

  it('is reported while signing, and the person signs again', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.next('personal_sign', refuse(-32002));
    await flow.choose(wallet.wallet);
    await flow.sign();
    expect(flow.state()).toMatchObject({ step: 'SIGNING', phase: 'OFFERED', isPending: true });
    await flow.sign();
    expect(steps.at(-1)).toBe('SIGNED_IN');
  });

  it('is not waited for for ever', async () => {
    const { flow, wallet, steps } = setUp();
    wallet.next('eth_requestAccounts', refuse(-32002));
    const done = flow.choose(wallet.wallet);
    await vi.advanceTimersByTimeAsync(WALLET_LIMIT_MS + 1_000);
    await done;
    expect(steps.at(-1)).toBe('WALLET_SILENT');
  });
});

describe('changes in the wallet meanwhile', () => {
  it.each([
    ['another account', 'accountsChanged', [otherAccount], 'ACCOUNT_CHANGED'],
    ['no account', 'accountsChanged', [], 'WALLET_LOCKED'],
    ['another chain', 'chainChanged', '0x1', 'CHAIN_CHANGED'],
  ] as const)('%s ends the attempt', async (_name, event, payload, reason) => {
    const { flow, wallet } = setUp();
    await flow.choose(wallet.wallet);
    wallet.emit(event, payload);
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason });
    await flow.sign();
    expect(wallet.asked).not.toContain('personal_sign');
  });

  it('the same account and the product chain change nothing', async () => {
    const { flow, wallet } = setUp();
    await flow.choose(wallet.wallet);
    wallet.emit('accountsChanged', [account.toLowerCase()]);
    wallet.emit('chainChanged', '0x33450');
    expect(flow.state()).toMatchObject({ step: 'SIGNING', phase: 'OFFERED' });
  });

  it('an account changed while the wallet asks makes its signature worth nothing', async () => {
    const authenticate = vi.fn(() => Promise.resolve({ token: 'token' }));
    const { flow, wallet } = setUp({ authenticate });
    await flow.choose(wallet.wallet);
    wallet.next('personal_sign', () => {
      wallet.emit('accountsChanged', [otherAccount]);
      return '0xab';
    });
    await flow.sign();
    expect(authenticate).not.toHaveBeenCalled();
  });
});

describe('late answers of a cancelled attempt', () => {
  it('a connection changes nothing', async () => {
    const { flow, wallet } = setUp();
    const { promise, resolve } = Promise.withResolvers<string[]>();
    wallet.next('eth_requestAccounts', () => promise);
    const done = flow.choose(wallet.wallet);
    flow.cancel();
    resolve([account]);
    await done;
    expect(flow.state().step).toBe('IDLE');
    expect(wallet.asked).toEqual(['eth_requestAccounts', 'eth_chainId']);
  });

  it('a session is ended on the provider and not stored', async () => {
    const { promise, resolve } = Promise.withResolvers<{ token: string }>();
    const { flow, wallet, stored, revoked } = setUp({ authenticate: () => promise });
    await flow.choose(wallet.wallet);
    const done = flow.sign();
    await vi.advanceTimersByTimeAsync(0);
    expect(flow.state().step).toBe('AUTHENTICATING');
    flow.cancel();
    resolve({ token: 'late' });
    await done;
    expect({ stored, revoked, step: flow.state().step }).toEqual({ stored: [], revoked: ['late'], step: 'IDLE' });
  });

  it('do not disturb the wallet chosen next', async () => {
    const { flow, wallet, steps } = setUp();
    const { promise, resolve } = Promise.withResolvers<string[]>();
    wallet.next('eth_requestAccounts', () => promise);
    const first = flow.choose(wallet.wallet);
    const second = new TestWallet();
    await flow.choose(second.wallet);
    resolve([otherAccount]);
    await first;
    expect(flow.state()).toMatchObject({ step: 'SIGNING', phase: 'OFFERED', address: account });
    expect(steps.filter((step) => step === 'OFFERED')).toHaveLength(1);
  });
});

describe('what the provider can refuse', () => {
  const apiError = (code: ErrorCode): ApiError =>
    new ApiError('', {
      code,
      status: errorStatuses[code],
      detail: undefined,
      requestId: undefined,
      retryAfterSeconds: undefined,
      body: undefined,
    });

  it.each([
    ['NONCE_EXPIRED', apiError('NONCE_EXPIRED')],
    ['NONCE_EXPIRED', apiError('NONCE_UNKNOWN')],
    ['SIGNATURE_INVALID', apiError('SIGNATURE_INVALID')],
    ['SIGN_IN_REFUSED', apiError('DOMAIN_MISMATCH')],
    ['MEMBER_BLOCKED', apiError('MEMBER_BLOCKED')],
    ['TOO_MANY_REQUESTS', apiError('TOO_MANY_REQUESTS')],
    ['CHAIN_UNAVAILABLE', apiError('CHAIN_UNAVAILABLE')],
    ['SERVICE_UNAVAILABLE', apiError('INTERNAL_ERROR')],
    ['OFFLINE', new NetworkError('UNREACHABLE', undefined)],
    ['SERVICE_UNAVAILABLE', new Error('unexpected')],
  ])('%s', async (reason, error) => {
    const { flow, wallet, stored } = setUp({ authenticate: () => Promise.reject(error) });
    await flow.choose(wallet.wallet);
    await flow.sign();
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason });
    expect(stored).toEqual([]);
  });

  it.each(['challenge', 'authenticate'] as const)(
    'a %s that the person called off is no failure: the sign-in is cancelled',
    async (call) => {
      const { flow, wallet, stored } = setUp({ [call]: () => Promise.reject(new NetworkError('ABORTED', undefined)) });
      await flow.choose(wallet.wallet);
      await flow.sign();
      expect([flow.state().step, stored]).toEqual(['IDLE', []]);
    },
  );

  it('a message for another site never reaches the wallet', async () => {
    const { flow, wallet } = setUp({
      challenge: () => Promise.resolve({ message: messageFor('evil.test'), expiresAtMs: nowMs + 300_000 }),
    });
    await flow.choose(wallet.wallet);
    await flow.sign();
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason: 'MESSAGE_UNSAFE' });
    expect(wallet.asked).not.toContain('personal_sign');
  });

  it('a message about to expire is not signed', async () => {
    const { flow, wallet } = setUp();
    await flow.choose(wallet.wallet);
    vi.setSystemTime(nowMs + 295_000);
    await flow.sign();
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason: 'NONCE_EXPIRED' });
    expect(wallet.asked).not.toContain('personal_sign');
  });
});

describe('a device that keeps nothing', () => {
  it('is detected before the wallet gets a request', async () => {
    const { flow, wallet } = setUp({ canStore: () => false });
    await flow.choose(wallet.wallet);
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason: 'STORAGE_REFUSED' });
    expect(wallet.asked).toEqual([]);
  });

  it('gets no session, and the provider ends the one it began', async () => {
    const { flow, wallet, revoked } = setUp({ store: () => false });
    await flow.choose(wallet.wallet);
    await flow.sign();
    expect(flow.state()).toMatchObject({ step: 'FAILED', reason: 'STORAGE_REFUSED' });
    expect(revoked).toEqual(['token']);
  });
});

it('leaves no spinner for ever, whatever the wallet and the provider do', async () => {
  const methods = [
    'eth_requestAccounts',
    'eth_accounts',
    'eth_chainId',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'personal_sign',
  ] as const;
  const behaviour = fc.constantFrom('agree', 4001, -32002, 4902, -32603, 4200, -32601, 'silent', 'nonsense', 'no code' as const);
  const script = fc.record(Object.fromEntries(methods.map((method) => [method, fc.array(behaviour, { maxLength: 3 })])));
  const api = fc.constantFrom('answers', 'fails' as const);
  await fc.assert(
    fc.asyncProperty(
      script,
      api,
      fc.array(fc.constantFrom('sign', 'retry' as const), { maxLength: 4 }),
      async (answers, provider, acts) => {
        const { flow, wallet } = setUp(
          provider === 'fails' ? { authenticate: () => Promise.reject(new NetworkError('TIMEOUT', undefined)) } : {},
        );
        for (const method of methods) {
          for (const answer of answers[method] ?? []) {
            if (typeof answer === 'number') wallet.next(method, refuse(answer));
            else if (answer === 'silent') wallet.next(method, silence);
            else if (answer === 'nonsense') wallet.next(method, () => ({ nonsense: true }));
            else if (answer === 'no code') wallet.next(method, () => Promise.reject(new Error('no code')));
          }
        }
        void flow.choose(wallet.wallet);
        await vi.advanceTimersByTimeAsync(4 * WALLET_LIMIT_MS);
        expect(isBusy(flow.state())).toBe(false);
        for (const act of acts) {
          void flow[act]();
          await vi.advanceTimersByTimeAsync(4 * WALLET_LIMIT_MS);
          expect(isBusy(flow.state())).toBe(false);
        }
      },
    ),
    { numRuns: 60 },
  );
});
