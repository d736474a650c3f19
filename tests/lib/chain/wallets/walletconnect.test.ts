import { createServer, type AddressInfo } from 'node:net';
import { verifyMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WalletConnect } from '../../../../src/lib/chain/wallets/walletconnect.ts';
import { pairedWallet, type PairedWallet } from '../../../support/paired-wallet.ts';
import { startWalletConnectRelay, type WalletConnectRelay } from '../../../support/walletconnect-relay.ts';

const account = privateKeyToAccount(generatePrivateKey());
let relay: WalletConnectRelay;
let port: number;
let pocket: PairedWallet;
let site: WalletConnect;

beforeAll(async () => {
  // A part says that it has come.
  vi.stubGlobal('dispatchEvent', () => true);
  port = await freePort();
  relay = await startWalletConnectRelay(port);
  vi.stubEnv('PUBLIC_WALLETCONNECT_PROJECT_ID', '0'.repeat(32));
  vi.stubEnv('PUBLIC_WALLETCONNECT_RELAY_URL', `ws://127.0.0.1:${port}`);
  const { openWalletConnect } = await import('../../../../src/lib/chain/wallets/walletconnect.ts');
  site = await openWalletConnect();
});
afterAll(() => relay.stop());
beforeEach(async () => {
  pocket = await pairedWallet(account, { relayPort: port, nodeUrl: 'http://127.0.0.1:1' });
});
afterEach(async () => {
  await site.end();
  await pocket.close();
});

describe('a wallet behind WalletConnect', () => {
  it('is paired by the text of the code, on the chain of the product, and signs', async () => {
    const { connected, uri } = await startPairing();
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
    await pocket.scan(uri);
    expect(await connected).toMatchObject({ ok: true, value: account.address });
    expect(site.peer()).toBe('Pocket');
    expect(await reach()).toMatchObject({ ok: true });
    const { signMessage } = await import('../../../../src/lib/chain/wallets/sign-message.ts');
    const signing = signMessage(site.wallet.provider, account.address, 'Hello');
    expect(await pocket.next()).toBe('personal_sign');
    const signed = await signing;
    expect(signed.ok && (await verifyMessage({ address: account.address, message: 'Hello', signature: signed.value }))).toBe(true);
  });

  it('may decline', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri, { answer: 'decline' });
    expect(await connected).toMatchObject({ ok: false, error: { code: 'USER_REJECTED' } });
    expect(site.peer()).toBeNull();
  });

  it('may know only other chains, which is reported before anything is signed', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri, { chains: [1], methods: ['personal_sign', 'eth_sendTransaction'] });
    expect(await connected).toMatchObject({ ok: true });
    expect(await reach()).toMatchObject({ ok: false, error: { code: 'OTHER' } });
  });

  it('gets a request to switch, and the chain’s details if it doesn’t know the chain', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri, { chains: [1] });
    await connected;
    const reached = reach();
    expect([await pocket.next(), await pocket.next()]).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain']);
    expect(await reached).toMatchObject({ ok: true });
    expect(await site.wallet.provider.request({ method: 'eth_chainId' })).toBe('0x33450');
  });

  it('reports another chain and another account that its owner chose', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri, { chains: [210_000, 1] });
    await connected;
    const heard = (event: string, wanted: unknown): Promise<void> =>
      new Promise((resolve) =>
        site.wallet.provider.on?.(event, (payload) => JSON.stringify(payload) === JSON.stringify(wanted) && resolve()),
      );
    const onEthereum = heard('chainChanged', '0x1');
    await pocket.chooseChain(1);
    await onEthereum;
    const back = heard('chainChanged', '0x33450');
    await pocket.chooseChain(210_000);
    await back;
    const other = '0x00000000000000000000000000000000000000A1';
    const changed = heard('accountsChanged', [other]);
    await pocket.chooseAccount(other);
    await changed;
  });

  it('is gone once its session has expired', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri);
    await connected;
    const accounts = new Promise((resolve) => void site.wallet.provider.on?.('accountsChanged', resolve));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 });
    try {
      expect(await accounts).toEqual([]);
      expect(site.peer()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  }, 30_000);

  it('is gone once it has ended the session', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri);
    await connected;
    const accounts = new Promise((resolve) => void site.wallet.provider.on?.('accountsChanged', resolve));
    await pocket.leave();
    expect(await accounts).toEqual([]);
    expect(site.peer()).toBeNull();
    const { findWallet } = await import('../../../../src/lib/chain/wallets/find-wallet.ts');
    expect(await findWallet('walletconnect')).toBeUndefined();
  });

  it('gets no request that its session doesn’t allow', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri, { methods: ['personal_sign', 'eth_sendTransaction'] });
    await connected;
    await expect(site.wallet.provider.request({ method: 'eth_signTypedData_v4', params: [] })).rejects.toMatchObject({ code: 4200 });
    await expect(site.wallet.provider.request({ method: 'eth_getBalance', params: [] })).rejects.toMatchObject({ code: 4200 });
  });

  it('answers again when the relay was gone and is back', async () => {
    const { connected, uri } = await startPairing();
    await pocket.scan(uri);
    await connected;
    await reach();
    await relay.stop();
    const { signMessage } = await import('../../../../src/lib/chain/wallets/sign-message.ts');
    const signing = signMessage(site.wallet.provider, account.address, 'Hello again');
    await relay.start();
    expect(await pocket.next()).toBe('personal_sign');
    expect(await signing).toMatchObject({ ok: true });
  }, 60_000);
});

async function startPairing() {
  const { connectWallet } = await import('../../../../src/lib/chain/wallets/sign-message.ts');
  const shown = new Promise<string>((resolve) => {
    const stop = site.onPairing((uri) => {
      if (uri === null) return;
      resolve(uri);
      queueMicrotask(() => stop());
    });
  });
  const connected = connectWallet(site.wallet.provider);
  return { connected, uri: await shown };
}

async function reach() {
  const { reachProductChain } = await import('../../../../src/lib/chain/wallets/reach-product-chain.ts');
  return reachProductChain(site.wallet.provider, { onStep: () => undefined });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}
