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
  ['text', 'User canceled', 'OTHER'],
  ['nothing', undefined, 'OTHER'],
  ['null', null, 'OTHER'],
];

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
