// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { member } from './member.ts';
import { account, otherAccount, refuse, TestWallet } from '../lib/wallet-flow/test-wallet.ts';

interface Watched {
  wallet: TestWallet;
  token: () => string | null;
  modal: () => string | null;
}

/** A member's page with the session's wallet, which announces itself like an extension (EIP-6963). */
async function watch(prepare: (wallet: TestWallet) => void, remembered = 'test.wallet'): Promise<Watched> {
  vi.resetModules();
  const wallet = new TestWallet();
  wallet.accounts = [account];
  wallet.chainId = 210000;
  prepare(wallet);
  const announce = (): void => {
    const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', rdns: wallet.wallet.id, name: wallet.wallet.name, icon: '' };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: wallet.wallet.provider } }));
  };
  window.addEventListener('eip6963:requestProvider', announce, { once: true });
  localStorage.setItem('AUTH_TOKEN', 'secret');
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  localStorage.setItem('prevAddr', account);
  localStorage.setItem('jufi:wallet', remembered);
  const { watchRememberedWallet } = await import('../../src/shell/wallet-watch.ts');
  const { $modals } = await import('../../src/stores/modals.ts');
  await watchRememberedWallet();
  return { wallet, token: () => localStorage.getItem('AUTH_TOKEN'), modal: () => $modals.get().open };
}

beforeEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.dataset.access = 'member';
  delete window.jufiArrival;
});

describe('on return to a member page', () => {
  it('attaches the wallet without a prompt', async () => {
    const { wallet, token, modal } = await watch(() => undefined);
    expect(wallet.asked.sort()).toEqual(['eth_accounts', 'eth_chainId']);
    expect([token(), modal()]).toEqual(['secret', null]);
  });

  it.each([
    ['a locked wallet', (wallet: TestWallet) => void (wallet.accounts = [])],
    ['a wallet that fails', (wallet: TestWallet) => void wallet.next('eth_accounts', refuse(-32603))],
    ['an account in other letters', (wallet: TestWallet) => void (wallet.accounts = [account.toLowerCase() as `0x${string}`])],
  ])('keeps the session for %s', async (_name, prepare) => {
    const { token, modal } = await watch(prepare);
    expect([token(), modal()]).toEqual(['secret', null]);
  });

  it('ends the session on another account and asks to sign in', async () => {
    const { token } = await watch((wallet) => void (wallet.accounts = [otherAccount]));
    expect(token()).toBeNull();
    expect(sessionStorage.getItem('jufi:toast')).toContain('WALLET_CHANGED');
    expect(sessionStorage.getItem('jufi:ask-sign-in')).toBe('1');
  });

  it('attaches a wallet that announces itself long after the page has started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const watched = watch(() => undefined, 'test.late');
    await vi.advanceTimersByTimeAsync(60_000);
    const late = new TestWallet();
    late.accounts = [account];
    const info = { uuid: '5f1e3c7a-6a1d-4b8e-9a57-2c3f0b1d7e64', rdns: 'test.late', name: 'Late', icon: '' };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: late.wallet.provider } }));
    await watched;
    expect(late.asked.sort()).toEqual(['eth_accounts', 'eth_chainId']);
  });

  it('opens the invalid-chain modal on another chain, and asks the wallet to switch', async () => {
    const { wallet, token, modal } = await watch((startsWrong) => {
      startsWrong.chainId = 1;
      startsWrong.next('wallet_switchEthereumChain', () => new Promise(() => undefined));
    });
    expect([token(), modal()]).toEqual(['secret', 'invalid-chain']);
    await vi.waitFor(() => expect(switches(wallet)).toBe(1), LOADING);
  });
});

/** What asks the wallet is loaded on demand. */
const LOADING = { timeout: 15_000 };
const switches = (wallet: TestWallet): number => wallet.asked.filter((method) => method === 'wallet_switchEthereumChain').length;

describe('during the session', () => {
  it('another account ends it', async () => {
    const { wallet, token } = await watch(() => undefined);
    wallet.emit('accountsChanged', []);
    expect(token()).toBe('secret');
    wallet.emit('accountsChanged', [otherAccount]);
    expect(token()).toBeNull();
  });

  it('another chain opens the invalid-chain modal over the open one, and switching back restores that', async () => {
    const { wallet, modal } = await watch(() => undefined);
    const { openModal } = await import('../../src/stores/modals.ts');
    openModal('transfer');
    wallet.emit('chainChanged', '0x1');
    expect(modal()).toBe('invalid-chain');
    wallet.emit('chainChanged', '0x33450');
    expect(modal()).toBe('transfer');
  });

  it('a refusal is told in the modal, whose button alone asks again, on later pages too', async () => {
    const refusing = (startsWrong: TestWallet): void => {
      startsWrong.chainId = 1;
      startsWrong.next('wallet_switchEthereumChain', refuse(4001));
    };
    await watch(refusing);
    const first = await import('../../src/stores/wallet-chain.ts');
    await vi.waitFor(() => expect(first.$walletChain.get()).toMatchObject({ status: 'WRONG', problem: 'REFUSED' }), LOADING);

    const { wallet, modal } = await watch((startsWrong) => void (startsWrong.chainId = 1));
    const { $walletChain } = await import('../../src/stores/wallet-chain.ts');
    const { switchToProductChain } = await import('../../src/stores/switch-chain.ts');
    wallet.emit('chainChanged', '0x5');
    expect([switches(wallet), modal()]).toEqual([0, 'invalid-chain']);
    await switchToProductChain();
    expect([switches(wallet), $walletChain.get().status, modal()]).toEqual([1, 'RIGHT', null]);
  });

  it('once it was on the right chain, the wallet is asked about the next wrong one', async () => {
    const { wallet } = await watch((startsWrong) => void (startsWrong.chainId = 1));
    const { $walletChain } = await import('../../src/stores/wallet-chain.ts');
    await vi.waitFor(() => expect($walletChain.get().status).toBe('RIGHT'), LOADING);
    wallet.chainId = 1;
    wallet.emit('chainChanged', '0x1');
    await vi.waitFor(() => expect([switches(wallet), $walletChain.get().status]).toEqual([2, 'RIGHT']), LOADING);
  });

  it('a request that is open already is no reason to enter the network by hand', async () => {
    await watch((startsWrong) => {
      startsWrong.chainId = 1;
      startsWrong.next('wallet_switchEthereumChain', refuse(-32002));
    });
    const { $walletChain } = await import('../../src/stores/wallet-chain.ts');
    await vi.waitFor(() => expect($walletChain.get()).toMatchObject({ status: 'WRONG', problem: 'PENDING' }), LOADING);
  });
});
