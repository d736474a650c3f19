import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensureProductChain, type ProductChainOptions } from '../../../../src/lib/chain/wallets/wallet-connector.ts';
import { anyChain, ourChain, rpcError, ScriptedWallet } from './scripted-wallet.ts';

const endpoints = { rpcUrl: 'http://127.0.0.1:8545', explorerUrl: 'https://explorer.example' };
const internal = rpcError(-32603);
const mobile = rpcError(-32603, { data: { originalError: { code: 4902 } } });

async function reach(wallet: ScriptedWallet, options?: ProductChainOptions): Promise<string> {
  const result = await ensureProductChain(wallet, endpoints, options);
  expect(wallet.listeners(), 'listeners left behind').toBe(0);
  return result.ok ? result.value : result.error.code;
}

function knowing(wallet: ScriptedWallet): ScriptedWallet {
  wallet.chains.add(ourChain);
  return wallet;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a wallet that knows the product chain', () => {
  it('gets no request when it is already on the chain', async () => {
    const wallet = knowing(new ScriptedWallet());
    wallet.chainId = ourChain;
    expect(await reach(wallet)).toBe('ALREADY');
    expect(wallet.methods()).toEqual(['eth_chainId']);
  });

  it.each(['210000', 210000, '0x033450'])('is there already when it says so as %s', async (answer) => {
    expect(await reach(new ScriptedWallet().next('eth_chainId', () => answer))).toBe('ALREADY');
  });

  it('is switched and checked once more', async () => {
    const wallet = knowing(new ScriptedWallet());
    expect(await reach(wallet)).toBe('SWITCHED');
    expect(wallet.methods()).toEqual(['eth_chainId', 'wallet_switchEthereumChain', 'eth_chainId']);
    expect(wallet.log[1]?.params).toEqual([{ chainId: '0x33450' }]);
  });

  it('is believed by its event when it never answers the switch', async () => {
    const wallet = knowing(new ScriptedWallet());
    wallet.next('wallet_switchEthereumChain', () => {
      wallet.switchTo(ourChain);
      return new Promise(() => undefined);
    });
    expect(await reach(wallet)).toBe('SWITCHED');
  });

  it('may take a moment to report the switch', async () => {
    vi.useFakeTimers();
    const wallet = knowing(new ScriptedWallet());
    wallet.next('wallet_switchEthereumChain', () => {
      setTimeout(() => wallet.switchTo(ourChain), 2000);
      return null;
    });
    const reached = reach(wallet);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await reached).toBe('SWITCHED');
  });

  it('is not taken at its word when it stays where it was, but given the chain once', async () => {
    vi.useFakeTimers();
    const wallet = new ScriptedWallet().next('wallet_switchEthereumChain', () => null).next('wallet_switchEthereumChain', () => null);
    const reached = reach(wallet);
    await vi.advanceTimersByTimeAsync(6000);
    expect(await reached).toBe('CHAIN_NOT_CONFIGURED');
    expect(wallet.methods().filter((method) => method === 'wallet_addEthereumChain')).toHaveLength(1);
  });
});

describe('a wallet that does not know the product chain', () => {
  it.each([
    ['4902', rpcError(4902)],
    ['4902 in data.originalError', mobile],
    ['a bare -32603', internal],
    ['-32600 "Chain Id not supported"', rpcError(-32600)],
    ['4901', rpcError(4901)],
    ['8546', rpcError(8546)],
    ['4200, a method it does not have', rpcError(4200)],
    ['words only', new Error('Unrecognized chain')],
  ])('gets the chain after %s, is switched again and checked', async (_name, error) => {
    const wallet = new ScriptedWallet().throws('wallet_switchEthereumChain', error);
    const steps: string[] = [];
    expect(await reach(wallet, { onStep: (step) => steps.push(step) })).toBe('ADDED');
    expect(wallet.methods()).toEqual([
      'eth_chainId',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
    ]);
    expect(steps).toEqual(['SWITCHING_CHAIN', 'ADDING_CHAIN', 'SWITCHING_CHAIN']);
  });

  it('gets no request to switch when adding already switched it', async () => {
    const wallet = new ScriptedWallet().throws('wallet_switchEthereumChain', rpcError(4902));
    wallet.next('wallet_addEthereumChain', () => wallet.switchTo(ourChain));
    expect(await reach(wallet)).toBe('ADDED');
    expect(wallet.methods()).toEqual([
      'eth_chainId',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'eth_chainId',
    ]);
  });

  it('gets every field of EIP-3085', async () => {
    const wallet = new ScriptedWallet();
    await reach(wallet);
    expect(wallet.log.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x33450',
        chainName: 'JuChain Mainnet',
        nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:8545'],
        blockExplorerUrls: ['https://explorer.example'],
      },
    ]);
  });
});

describe('refusals are distinguished', () => {
  it.each([
    ['declining the switch', 'wallet_switchEthereumChain', rpcError(4001), 'USER_REJECTED'],
    ['declining to add', 'wallet_addEthereumChain', rpcError(4001), 'USER_REJECTED'],
    ['a request that waits', 'wallet_switchEthereumChain', rpcError(-32002), 'REQUEST_PENDING'],
    ['a wallet that adds no chains', 'wallet_addEthereumChain', rpcError(-32601), 'OTHER'],
    ['an internal error that hides declining', 'wallet_switchEthereumChain', rpcError(-32603, { cause: rpcError(4001) }), 'USER_REJECTED'],
    ['an internal error while adding', 'wallet_addEthereumChain', internal, 'OTHER'],
  ])('%s', async (_name, method, error, code) => {
    const wallet = new ScriptedWallet().throws(method, error);
    expect(await reach(wallet)).toBe(code);
    expect(wallet.chainId).toBe(anyChain);
  });

  it.each([
    ['declining', rpcError(4001)],
    ['declining, told beside an internal error', rpcError(-32603, { message: 'User rejected the request.' })],
    ['a request that waits', rpcError(-32002)],
    ['a timeout', rpcError('TIMEOUT')],
  ])('%s is not answered with another request', async (_name, error) => {
    const wallet = new ScriptedWallet().throws('wallet_switchEthereumChain', error);
    await reach(wallet);
    expect(wallet.methods()).toEqual(['eth_chainId', 'wallet_switchEthereumChain']);
  });

  it('a wallet that no longer knows the chain it was just given', async () => {
    const wallet = new ScriptedWallet().next('wallet_addEthereumChain', () => null);
    expect(await reach(wallet)).toBe('UNKNOWN_CHAIN');
  });

  it('a wallet that does not even say where it is', async () => {
    vi.useFakeTimers();
    const reached = reach(new ScriptedWallet().hangs('eth_chainId'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reached).toBe('TIMEOUT');
  });
});
