import { describe, expect, it } from 'vitest';
import { toWalletError, WalletError } from '../../../../src/lib/chain/wallets/wallet-error.ts';
import { rpcError } from './scripted-wallet.ts';

const cyclic: { code: number; cause?: unknown } = { code: -32603 };
cyclic.cause = cyclic;

const cases: [string, unknown, string][] = [
  ['4001, declined', rpcError(4001), 'USER_REJECTED'],
  ['a plain object instead of an Error', { code: 4001, message: 'no' }, 'USER_REJECTED'],
  ['the code as text', { code: '4001' }, 'USER_REJECTED'],
  ['WalletConnect’s 5000', rpcError(5000), 'USER_REJECTED'],
  ['ACTION_REJECTED of a library', rpcError('ACTION_REJECTED'), 'USER_REJECTED'],
  ['4001 inside an internal error', rpcError(-32603, { data: { originalError: { code: 4001 } } }), 'USER_REJECTED'],
  ['4001 in the cause of a cause', new Error('a', { cause: new Error('b', { cause: rpcError(4001) }) }), 'USER_REJECTED'],
  ['-32002, one is open already', rpcError(-32002), 'REQUEST_PENDING'],
  ['4902, unknown chain', rpcError(4902), 'UNKNOWN_CHAIN'],
  ['4902 in data.originalError', rpcError(-32603, { data: { originalError: { code: 4902 } } }), 'UNKNOWN_CHAIN'],
  ['4902 in error.data', { error: { data: { code: 4902 } } }, 'UNKNOWN_CHAIN'],
  ['a chain the connector is not set up for', Object.assign(new Error('x'), { name: 'ChainNotConfiguredError' }), 'CHAIN_NOT_CONFIGURED'],
  ['a library’s timeout', Object.assign(new Error('x'), { name: 'TimeoutError' }), 'TIMEOUT'],
  ['a bare internal error', rpcError(-32603), 'OTHER'],
  ['an error that holds itself', cyclic, 'OTHER'],
  ['a node’s refusal', rpcError(-32000, { message: 'transaction rejected: nonce too low' }), 'OTHER'],
  ['a revert', rpcError(3, { message: 'execution reverted: request rejected' }), 'OTHER'],
  ['what a library quotes below the first line', new Error('Internal error.\n\nremark: cancelled by user'), 'OTHER'],
  ['text', 'Busy', 'OTHER'],
  ['nothing', undefined, 'OTHER'],
  ['null', null, 'OTHER'],
];

/** How wallets have been seen to say that the person declined, each with where that is told. */
const declined: readonly { seen: string; source: string; thrown: unknown }[] = [
  {
    seen: 'EIP-1193',
    source: 'https://eips.ethereum.org/EIPS/eip-1193#provider-errors',
    thrown: { code: 4001, message: 'User Rejected Request' },
  },
  {
    seen: 'MetaMask extension, personal_sign with an internal error’s code',
    source: 'https://github.com/MetaMask/metamask-extension/issues/19025',
    thrown: { code: -32603, message: 'MetaMask Personal Message Signature: User denied message signature.' },
  },
  {
    seen: 'MetaMask 7, the words hidden in an internal error',
    source: 'https://github.com/MetaMask/metamask-extension/issues/7160',
    thrown: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { originalError: { message: 'MetaMask Tx Signature: User denied transaction signature.' } },
    },
  },
  {
    seen: 'MetaMask behind WalletConnect',
    source: 'https://github.com/cowprotocol/cowswap/issues/3216',
    thrown: { code: 4001, message: 'User rejected the request.' },
  },
  {
    seen: 'Ledger behind MetaMask',
    source: 'https://github.com/MetaMask/metamask-extension/issues/9510',
    thrown: { code: -32603, message: 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)' },
  },
  {
    seen: 'Ledger, in MetaMask’s later words',
    source: 'https://github.com/MetaMask/accounts/pull/294',
    thrown: { code: -32603, message: 'Ledger: User rejected the transaction' },
  },
  {
    seen: 'WalletConnect’s codes',
    source: 'https://github.com/WalletConnect/walletconnect-docs/pull/454',
    thrown: { code: 5000, message: 'User rejected.' },
  },
  {
    seen: 'WalletConnect’s codes for methods',
    source: 'https://github.com/antonio-fr/pyWalletConnect/issues/16',
    thrown: { code: 5002, message: 'User rejected methods.' },
  },
  {
    seen: 'WalletConnect, the window closed',
    source: 'https://github.com/babylonlabs-io/babylon-toolkit/pull/2176',
    thrown: new Error('User closed modal'),
  },
  {
    seen: 'Trezor',
    source: 'https://github.com/babylonlabs-io/babylon-toolkit/pull/2176',
    thrown: new Error('Action cancelled by user'),
  },
  {
    seen: 'a wallet that calls the request rejected',
    source: 'https://github.com/viaprotocol/web3-wallets/pull/58',
    thrown: new Error('Request rejected'),
  },
  {
    seen: 'Trust Wallet and Safe, whose errors have words only',
    source: 'https://github.com/pancakeswap/pancake-frontend/pull/5242',
    thrown: { code: -32603, message: 'Transaction was rejected' },
  },
  {
    seen: 'Trust Wallet, as text',
    source: 'https://github.com/pancakeswap/pancake-frontend/pull/5242',
    thrown: 'User canceled',
  },
  {
    seen: 'SafePal and others, the words reversed',
    source:
      'https://github.com/Uniswap/interface/blob/1802f50163bf8092dac6916d64b9e08ac2ae0a74/src/utils/swapErrorToUserReadableMessage.tsx',
    thrown: { code: -32000, message: 'Cancelled by User' },
  },
  {
    seen: 'Frame',
    source:
      'https://github.com/Uniswap/interface/blob/1802f50163bf8092dac6916d64b9e08ac2ae0a74/src/utils/swapErrorToUserReadableMessage.tsx',
    thrown: { code: -1, message: 'User declined transaction' },
  },
  {
    seen: 'ethers around any of them',
    source: 'https://docs.ethers.org/v6/api/utils/errors/#ActionRejectedError',
    thrown: { code: 'ACTION_REJECTED', reason: 'rejected' },
  },
  {
    seen: 'wagmi around any of them',
    source: 'https://github.com/wevm/wagmi/issues/515',
    thrown: Object.assign(new Error('User rejected request'), { name: 'UserRejectedRequestError' }),
  },
];

describe('the person declined', () => {
  it.each(declined)('$seen ($source)', ({ thrown }) => {
    expect(toWalletError(thrown).code).toBe('USER_REJECTED');
  });
});

describe('what a wallet throws', () => {
  it.each(cases)('%s', (_name, thrown, code) => {
    expect(toWalletError(thrown).code).toBe(code);
  });

  it('is kept as the cause', () => {
    const thrown = rpcError(4001);
    expect(toWalletError(thrown).cause).toBe(thrown);
  });

  it('stays as it is when already classified', () => {
    const error = new WalletError('TIMEOUT');
    expect(toWalletError(error)).toBe(error);
  });

  it('may have a getter that throws', () => {
    const hostile = Object.defineProperty({ code: 4001 }, 'data', {
      get: () => {
        throw new Error('trap');
      },
    });
    expect(toWalletError(hostile).code).toBe('USER_REJECTED');
  });
});
