import { describe, expect, it } from 'vitest';
import { sendFromWallet, type WalletTransaction } from '../../../../src/lib/chain/wallets/send-from-wallet.ts';
import { WalletError, wordsOfWallet } from '../../../../src/lib/chain/wallets/wallet-error.ts';
import { account, anyChain, ourChain, rpcError, ScriptedWallet } from './scripted-wallet.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const transaction: WalletTransaction = { from: account, to: `0x${'11'.repeat(20)}`, data: '0x1234', value: 5n, gas: 21_000n };

function readyWallet(): ScriptedWallet {
  const wallet = new ScriptedWallet();
  wallet.chainId = ourChain;
  return wallet;
}

async function codeOf(wallet: ScriptedWallet): Promise<string> {
  const sent = await sendFromWallet(wallet, transaction);
  return sent.ok ? 'SENT' : sent.error.code;
}

describe('a transaction', () => {
  it('is sent as it was composed, with the chain named', async () => {
    const wallet = readyWallet().next('eth_sendTransaction', () => HASH);
    expect(await sendFromWallet(wallet, transaction)).toEqual({ ok: true, value: HASH });
    expect(wallet.log.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: account, to: transaction.to, data: '0x1234', value: '0x5', gas: '0x5208', chainId: ourChain }],
    });
  });

  it.each([
    ['on another chain', { chainId: anyChain }, 'CHAIN_NOT_CONFIGURED'],
    ['of another account', { accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', account] }, 'CONNECTOR_NOT_FOUND'],
    ['that is locked', { accounts: [] }, 'CONNECTOR_NOT_FOUND'],
  ])('is not sent to a wallet %s', async (_name, change, code) => {
    const wallet = Object.assign(readyWallet(), change);
    expect(await codeOf(wallet)).toBe(code);
    expect(wallet.methods()).not.toContain('eth_sendTransaction');
  });

  it.each([
    ['declined', rpcError(4001), 'USER_REJECTED'],
    ['waiting behind another one', rpcError(-32002), 'REQUEST_PENDING'],
    ['sent already, says the wallet’s node', rpcError(-32000), 'OTHER'],
    ['said to be malformed', rpcError(-32602), 'OTHER'],
    ['refused for the chain, at the last moment', rpcError(-32603, { cause: rpcError(4902) }), 'UNKNOWN_CHAIN'],
  ])('that is %s is distinguished, and requested once', async (_name, error, code) => {
    const wallet = readyWallet().throws('eth_sendTransaction', error);
    expect(await codeOf(wallet)).toBe(code);
    expect(wallet.methods().filter((method) => method.endsWith('sendTransaction'))).toHaveLength(1);
  });

  it.each([[null], ['0x'], [{ hash: HASH }], [`${HASH}00`]])('for which a wallet answers %j has no hash', async (answer) => {
    expect(await codeOf(readyWallet().next('eth_sendTransaction', () => answer))).toBe('TIMEOUT');
  });

  it('that fails shows the wallet’s own message', async () => {
    const error = Object.assign(new Error('the card is locked'), { code: -32603 });
    const sent = await sendFromWallet(readyWallet().throws('eth_sendTransaction', error), transaction);
    expect(sent.ok ? 'sent' : wordsOfWallet(sent.error)).toBe('the card is locked');
    expect(wordsOfWallet(new WalletError('OTHER', { code: -32603, message: 'no error, but an object' }))).toBe('no error, but an object');
    expect(wordsOfWallet(new WalletError('OTHER', null))).toBe('');
  });
});
