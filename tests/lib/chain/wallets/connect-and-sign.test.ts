import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectWallet, signMessage } from '../../../../src/lib/chain/wallets/sign-message.ts';
import { reattachWallet, watchWallet } from '../../../../src/lib/chain/wallets/watch-wallet.ts';
import type { WalletResult } from '../../../../src/lib/chain/wallets/wallet-error.ts';
import { account, ourChain, rpcError, ScriptedWallet } from './scripted-wallet.ts';

function outcome(result: WalletResult<unknown>): unknown {
  return result.ok ? result.value : result.error.code;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('connecting', () => {
  it('gives the first account', async () => {
    const wallet = new ScriptedWallet();
    wallet.accounts = [account, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'];
    expect(outcome(await connectWallet(wallet))).toBe(account);
    expect(wallet.methods()).toEqual(['eth_requestAccounts', 'eth_chainId']);
  });

  it.each([[[]], [null], ['0x'], [['0x1234']], [[{ address: account }]]])('takes %j for declining', async (answer) => {
    expect(outcome(await connectWallet(new ScriptedWallet().next('eth_requestAccounts', () => answer)))).toBe('USER_REJECTED');
  });

  it('asks again where the wallet was connected before and has let go of the site since', async () => {
    const wallet = new ScriptedWallet();
    expect(outcome(await connectWallet(wallet))).toBe(account);
    wallet.next('eth_requestAccounts', () => []);
    expect(outcome(await connectWallet(wallet))).toBe('USER_REJECTED');
    expect(outcome(await connectWallet(wallet))).toBe(account);
    expect(wallet.listeners(), 'one listener for the account and one for the chain').toBe(2);
  });

  it('distinguishes a request that is already open', async () => {
    expect(outcome(await connectWallet(new ScriptedWallet().throws('eth_requestAccounts', rpcError(-32002))))).toBe('REQUEST_PENDING');
  });
});

describe('signing', () => {
  it('sends the text as hex of its UTF-8 first and the address second', async () => {
    const wallet = new ScriptedWallet();
    expect(outcome(await signMessage(wallet, account, 'Grüße 金'))).toBe(`0x${'ab'.repeat(65)}`);
    expect(wallet.log.at(-1)).toEqual({ method: 'personal_sign', params: ['0x4772c3bcc39f6520e98791', account] });
  });

  it('signs a text that looks like hex as a text', async () => {
    const wallet = new ScriptedWallet();
    await signMessage(wallet, account, '0xdead');
    expect(wallet.log.at(-1)?.params?.[0]).toBe('0x307864656164');
  });

  it('is requested from the account in use only', async () => {
    const wallet = new ScriptedWallet();
    wallet.accounts = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', account];
    expect(outcome(await signMessage(wallet, account, 'hi'))).toBe('CONNECTOR_NOT_FOUND');
    expect(wallet.methods()).not.toContain('personal_sign');
  });

  it.each([[null], ['signed'], ['0x'], ['0xabc'], [{}]])('refuses %j for a signature', async (answer) => {
    expect(
      outcome(
        await signMessage(
          new ScriptedWallet().next('personal_sign', () => answer),
          account,
          'hi',
        ),
      ),
    ).toBe('OTHER');
  });
});

describe('re-attaching', () => {
  it('learns account and chain without a prompt', async () => {
    const wallet = new ScriptedWallet();
    wallet.chainId = ourChain;
    expect(outcome(await reattachWallet(wallet))).toEqual({ address: account, chainId: 210000 });
    expect(wallet.methods().sort()).toEqual(['eth_accounts', 'eth_chainId']);
  });

  it('finds a locked wallet without an account', async () => {
    const wallet = new ScriptedWallet();
    wallet.accounts = [];
    expect(outcome(await reattachWallet(wallet))).toEqual({ address: undefined, chainId: 1 });
  });

  it('gives up on a wallet that never answers', async () => {
    vi.useFakeTimers();
    const attached = reattachWallet(new ScriptedWallet().hangs('eth_accounts'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outcome(await attached)).toBe('TIMEOUT');
  });
});

describe('watching', () => {
  it('hears of the account and the chain until it is stopped', () => {
    const wallet = new ScriptedWallet();
    const heard: unknown[] = [];
    const stop = watchWallet(wallet, { onAccount: (address) => heard.push(address), onChain: (chainId) => heard.push(chainId) });
    wallet.emit('accountsChanged', [account]);
    wallet.emit('accountsChanged', []);
    wallet.emit('chainChanged', ourChain);
    wallet.emit('chainChanged', 'nonsense');
    stop();
    wallet.emit('chainChanged', ourChain);
    expect(heard).toEqual([account, undefined, 210000, undefined]);
  });
});
