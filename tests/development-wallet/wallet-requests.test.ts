// @vitest-environment happy-dom
import { parseEther, recoverTypedDataAddress, toHex, verifyMessage, verifyTypedData } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { developmentAccounts } from '../../src/development-wallet/development-accounts.ts';
import { signerOf } from '../../src/development-wallet/signer.ts';
import { devChain } from '../support/dev-chain.ts';
import { walletInTest, type WalletInTest } from './wallet-in-test.ts';

const [first, second] = developmentAccounts;
if (!first || !second) throw new Error('there are ten accounts');
const product = '0x33450';
let wallet: WalletInTest;

function parameter(more: object = {}): object {
  const nativeCurrency = { name: 'JU', symbol: 'JU', decimals: 18 };
  return { chainId: product, chainName: 'JuChain Mainnet', nativeCurrency, rpcUrls: [inject('chainUrl')], ...more };
}

async function connected(): Promise<WalletInTest> {
  await wallet.decide('eth_requestAccounts', [], 'approve');
  return wallet;
}

beforeEach(() => {
  localStorage.clear();
  wallet = walletInTest();
});

describe('the accounts', () => {
  it('are the ten of the well-known phrase, with their keys', () => {
    const phrase = 'test test test test test test test test test test test junk';
    for (const [addressIndex, address] of developmentAccounts.entries()) {
      expect(mnemonicToAccount(phrase, { addressIndex }).address).toBe(address);
      expect(signerOf(address).address).toBe(address);
    }
    expect(developmentAccounts).toHaveLength(10);
  });
});

describe('connecting', () => {
  it('shows nothing to a site that hasn’t asked', async () => {
    expect(await wallet.call('eth_accounts')).toEqual([]);
    expect(await wallet.call('wallet_getPermissions')).toEqual([]);
    expect(wallet.shown()).toBe(0);
  });

  it('shows the selected account once the user agrees, and doesn’t ask again', async () => {
    const answer = wallet.call('eth_requestAccounts');
    expect(await wallet.asked()).toEqual({ kind: 'CONNECT' });
    wallet.store.update({ selected: 1 });
    wallet.approvals.approve();
    expect(await answer).toEqual([second]);
    expect(await wallet.call('eth_requestAccounts')).toEqual([second]);
    expect(wallet.events.filter(([event]) => event === 'accountsChanged')).toEqual([['accountsChanged', [second]]]);
  });

  it('answers 4001 when the user declines, and accepts another request', async () => {
    await expect(wallet.decide('eth_requestAccounts', [], 'decline')).rejects.toMatchObject({ code: 4001 });
    expect(await wallet.decide('eth_requestAccounts', [], 'approve')).toEqual([first]);
  });

  it('answers -32002 to a second request while one is pending, and shows the window again', async () => {
    const waiting = wallet.call('eth_requestAccounts');
    const shown = wallet.shown();
    await expect(wallet.call('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
    expect(wallet.shown()).toBe(shown + 1);
    wallet.approvals.approve();
    expect(await waiting).toEqual([first]);
  });

  it('requires unlocking a locked wallet first', async () => {
    wallet.store.update({ locked: true });
    const answer = wallet.call('eth_requestAccounts');
    expect((await wallet.asked()).kind).toBe('UNLOCK');
    wallet.approvals.approve();
    await expect.poll(() => wallet.approvals.current()?.kind).toBe('CONNECT');
    wallet.approvals.approve();
    expect(await answer).toEqual([first]);
  });

  it('is remembered on the next page, and forgotten when the site revokes it', async () => {
    await connected();
    expect(await walletInTest().call('eth_accounts')).toEqual([first]);
    await wallet.call('wallet_revokePermissions', { eth_accounts: {} });
    expect(wallet.events.at(-1)).toEqual(['accountsChanged', []]);
    expect(await walletInTest().call('eth_accounts')).toEqual([]);
  });

  it.each(['', '{', '[]', '{"selected":12}', '{"selected":0,"connected":[],"locked":false,"chainId":5,"chains":[]}'])(
    'starts from scratch with the stored text %j',
    async (stored) => {
      localStorage.setItem('jufi-wallet', stored);
      wallet = walletInTest();
      expect(await wallet.call('eth_chainId')).toBe(product);
      expect(await wallet.call('eth_accounts')).toEqual([]);
    },
  );
});

describe('notifies the site of', () => {
  it('another account, a lock, another network', async () => {
    await connected();
    wallet.events.length = 0;
    wallet.store.update({ selected: 1 });
    wallet.store.update({ locked: true });
    wallet.store.update({ chainId: 1 });
    expect(wallet.events).toEqual([
      ['accountsChanged', [second]],
      ['accountsChanged', []],
      ['chainChanged', '0x1'],
    ]);
  });

  it('changes in another tab', async () => {
    await connected();
    localStorage.setItem('jufi-wallet', JSON.stringify({ ...wallet.store.get(), selected: 1 }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'jufi-wallet' }));
    expect(wallet.events.at(-1)).toEqual(['accountsChanged', [second]]);
  });

  it('nothing if it isn’t connected', () => {
    wallet.store.update({ selected: 1 });
    expect(wallet.events.map(([event]) => event)).toEqual(['connect']);
  });
});

describe('signing', () => {
  it('shows the text and returns a valid signature', async () => {
    await connected();
    const message = 'Grüße\n金';
    const answer = wallet.call('personal_sign', toHex(message), first.toLowerCase());
    expect(await wallet.asked()).toEqual({ kind: 'SIGN_TEXT', address: first, text: message });
    wallet.approvals.approve();
    expect(await verifyMessage({ address: first, message, signature: String(await answer) as `0x${string}` })).toBe(true);
  });

  it('shows bytes that aren’t text unchanged', async () => {
    await connected();
    const answer = wallet.decide('personal_sign', ['0xff00', first], 'decline');
    await expect(answer).rejects.toMatchObject({ code: 4001 });
    const shown = wallet.call('personal_sign', '0xff00', first);
    expect(await wallet.asked()).toMatchObject({ text: '0xff00' });
    wallet.approvals.decline();
    await expect(shown).rejects.toMatchObject({ code: 4001 });
  });

  it.each([
    ['personal_sign', ['0x00', second]],
    ['personal_sign', ['0x00']],
    ['eth_signTypedData_v4', [second, '{}']],
    ['eth_sendTransaction', [{ from: second, to: first }]],
  ])('refuses %s for an account the site may not use', async (method, params) => {
    await connected();
    await expect(wallet.call(method, ...params)).rejects.toMatchObject({ code: 4100 });
  });

  it('refuses to sign for a site that isn’t connected', async () => {
    await expect(wallet.call('personal_sign', '0x00', first)).rejects.toMatchObject({ code: 4100 });
  });

  const typed = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Leg: [{ name: 'amount', type: 'uint256' }],
      Transfer: [
        { name: 'to', type: 'address' },
        { name: 'legs', type: 'Leg[]' },
      ],
    },
    primaryType: 'Transfer',
    domain: { name: 'JuFi', chainId: 210000 },
    message: { to: second, legs: [{ amount: '100000000000000000000000000' }] },
  } as const;

  it.each([
    ['text', JSON.stringify(typed)],
    ['an object', typed],
  ])('signs EIP-712 data given as %s', async (_form, given) => {
    await connected();
    const signature = String(await wallet.decide('eth_signTypedData_v4', [first, given], 'approve')) as `0x${string}`;
    const { types, primaryType, domain } = typed;
    const data = { types, primaryType, domain: { ...domain, chainId: 210000n }, message: { to: second, legs: [{ amount: 10n ** 26n }] } };
    expect(await verifyTypedData({ ...data, address: first, signature })).toBe(true);
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(first);
  });

  it.each([
    ['for another network', { ...typed, domain: { chainId: 1 } }],
    ['without its type', { ...typed, primaryType: 'Order' }],
    ['that is no JSON', '{'],
  ])('refuses EIP-712 data %s', async (_name, given) => {
    await connected();
    await expect(wallet.call('eth_signTypedData_v4', first, given)).rejects.toMatchObject({ code: -32602 });
  });
});

describe('sending', () => {
  const { publicClient } = devChain();
  /** No other test on the shared chain sends from this account. */
  const sender = developmentAccounts[8] ?? first;
  const ready = async (): Promise<void> => {
    wallet.store.update({ selected: 8 });
    await connected();
  };

  it('sends the value shown', async () => {
    await ready();
    const to = '0x00000000000000000000000000000000de7e10be';
    const before = await publicClient.getBalance({ address: to });
    const answer = wallet.call('eth_sendTransaction', { from: sender, to, value: toHex(parseEther('0.25')) });
    expect(await wallet.asked()).toMatchObject({ kind: 'SEND', symbol: 'JU', plan: { to, value: parseEther('0.25'), failure: undefined } });
    wallet.approvals.approve();
    const receipt = await publicClient.waitForTransactionReceipt({ hash: String(await answer) as `0x${string}` });
    expect(receipt).toMatchObject({ status: 'success', from: sender.toLowerCase(), to });
    expect((await publicClient.getBalance({ address: to })) - before).toBe(parseEther('0.25'));
  });

  it('sends nothing when the user declines', async () => {
    await ready();
    const nonce = await publicClient.getTransactionCount({ address: sender });
    await expect(wallet.decide('eth_sendTransaction', [{ from: sender, to: second, value: '0x1' }], 'decline')).rejects.toMatchObject({
      code: 4001,
    });
    expect(await publicClient.getTransactionCount({ address: sender })).toBe(nonce);
  });

  it('warns that it would fail, and sends it if the user insists', async () => {
    await ready();
    // Reverts without data: PUSH1 0 PUSH1 0 REVERT.
    const answer = wallet.call('eth_sendTransaction', { from: sender, data: '0x60006000fd', gas: '0x186a0' });
    expect(await wallet.asked()).toMatchObject({ plan: { failure: expect.stringMatching(/revert/i) as string, gas: 100_000n } });
    wallet.approvals.approve();
    const receipt = await publicClient.waitForTransactionReceipt({ hash: String(await answer) as `0x${string}` });
    expect(receipt.status).toBe('reverted');
  });

  it.each([
    ['no recipient and no contract', {}],
    ['a recipient that is no address', { to: '0x12' }],
    ['a value that is no quantity', { to: second, value: '1' }],
    ['data that is not hex', { to: second, data: 'ff' }],
  ])('refuses %s', async (_name, fields) => {
    await ready();
    await expect(wallet.call('eth_sendTransaction', { from: sender, ...fields })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('the network', () => {
  it('is switched when the user agrees', async () => {
    expect(await wallet.decide('wallet_switchEthereumChain', [{ chainId: '0x1' }], 'approve')).toBeNull();
    expect(await wallet.call('eth_chainId')).toBe('0x1');
    expect(wallet.events.at(-1)).toEqual(['chainChanged', '0x1']);
  });

  it('is switched without a question if it is the current one', async () => {
    expect(await wallet.call('wallet_switchEthereumChain', { chainId: product })).toBeNull();
    expect(wallet.shown()).toBe(0);
  });

  it('stays when the user declines', async () => {
    await expect(wallet.decide('wallet_switchEthereumChain', [{ chainId: '0x1' }], 'decline')).rejects.toMatchObject({ code: 4001 });
    expect(await wallet.call('eth_chainId')).toBe(product);
  });

  it('is unknown (4902) until added, and adding it doesn’t switch', async () => {
    wallet.store.update({ chainId: 1, chains: [] });
    await expect(wallet.call('wallet_switchEthereumChain', { chainId: product })).rejects.toMatchObject({ code: 4902 });
    await wallet.decide('wallet_addEthereumChain', [parameter()], 'approve');
    expect(await wallet.call('eth_chainId')).toBe('0x1');
    await wallet.decide('wallet_switchEthereumChain', [{ chainId: product }], 'approve');
    expect(await wallet.call('eth_chainId')).toBe(product);
    expect(Number(await wallet.call('eth_blockNumber'))).toBeGreaterThanOrEqual(0);
  });

  it('isn’t added when the user declines', async () => {
    wallet.store.update({ chainId: 1, chains: [] });
    await expect(wallet.decide('wallet_addEthereumChain', [parameter()], 'decline')).rejects.toMatchObject({ code: 4001 });
    await expect(wallet.call('wallet_switchEthereumChain', { chainId: product })).rejects.toMatchObject({ code: 4902 });
  });

  it.each([
    ['a node of another network', { chainId: '0x33451' }],
    ['no node', { rpcUrls: [] }],
    ['no name', { chainName: undefined }],
    ['a currency of other decimals', { nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 6 } }],
    ['an id with leading zeros', { chainId: '0x0033450' }],
    ['an empty list of explorers', { blockExplorerUrls: [] }],
  ])('isn’t added with %s', async (_name, more) => {
    wallet.store.update({ chainId: 1, chains: [] });
    await expect(wallet.call('wallet_addEthereumChain', parameter(more))).rejects.toMatchObject({ code: -32602 });
    expect(wallet.shown()).toBe(0);
  });

  it('accepts one request at a time (-32002)', async () => {
    const waiting = wallet.call('wallet_switchEthereumChain', { chainId: '0x1' });
    await expect(wallet.call('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({ code: -32002 });
    wallet.approvals.decline();
    await expect(waiting).rejects.toMatchObject({ code: 4001 });
  });
});

describe('other requests', () => {
  it('reads through the node', async () => {
    expect(await wallet.call('eth_getBalance', second, 'latest')).toMatch(/^0x[0-9a-f]+$/);
  });

  it('has no node on a wrong network (4901)', async () => {
    wallet.store.update({ chainId: 1 });
    await expect(wallet.call('eth_blockNumber')).rejects.toMatchObject({ code: 4901 });
  });

  it.each(['anvil_setBalance', 'evm_mine', 'eth_sign', 'eth_signTransaction', 'wallet_unknown', 'constructor'])(
    'refuses %s (4200)',
    async (method) => {
      await expect(wallet.call(method)).rejects.toMatchObject({ code: 4200 });
    },
  );

  it('reports once that the node is lost, and once that it is back', async () => {
    const { chains } = wallet.store.get();
    wallet.store.update({ chains: chains.map((chain) => ({ ...chain, rpcUrl: 'http://127.0.0.1:9' })) });
    await expect(wallet.call('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
    await expect(wallet.call('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
    wallet.store.update({ chains });
    await wallet.call('eth_blockNumber');
    expect(wallet.events.map(([event]) => event)).toEqual(['connect', 'disconnect', 'connect']);
  });

  it('asks before adding a token', async () => {
    const asset = { type: 'ERC20', options: { address: second, symbol: 'JUF', decimals: 18 } };
    expect(await wallet.decide('wallet_watchAsset', [asset], 'approve')).toBe(true);
    await expect(wallet.call('wallet_watchAsset', { type: 'ERC721' })).rejects.toMatchObject({ code: -32602 });
  });
});
