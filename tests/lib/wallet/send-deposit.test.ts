import { expect, test } from 'vitest';
import { sendDeposit } from '../../../src/lib/wallet/send-deposit.ts';
import { account, anyChain, ourChain, ScriptedWallet } from '../chain/wallets/scripted-wallet.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const VAULT = `0x${'11'.repeat(20)}` as const;
const TOKEN = `0x${'22'.repeat(20)}` as const;
const order = { from: account, vault: VAULT, walletType: 'USDT', decimals: 6, tokenAddress: null, amountBaseUnits: 5n } as const;

function attachedWallet(): ScriptedWallet {
  const wallet = new ScriptedWallet();
  wallet.chainId = ourChain;
  wallet.next('eth_sendTransaction', () => HASH);
  return wallet;
}

function sentBy({ log }: ScriptedWallet): unknown[] {
  return log.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params);
}

for (const { token, sent } of [
  { token: null, sent: { to: VAULT, value: '0x5' } },
  { token: TOKEN, sent: { to: TOKEN, data: `0xa9059cbb${VAULT.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}` } },
])
  test(`a deposit of ${token === null ? 'JU' : 'a token'} goes to the vault, and names the chain`, async () => {
    const wallet = attachedWallet();
    const sentDeposit = await sendDeposit(wallet, { ...order, tokenAddress: token }, () => 7);
    expect(sentDeposit).toMatchObject({
      ok: true,
      value: { hash: HASH, owner: account, sentAtMs: 7, purpose: { amount: 5n * 10n ** 12n } },
    });
    expect(sentBy(wallet)).toEqual([[{ from: account, chainId: ourChain, ...sent }]]);
  });

for (const { name, change, code } of [
  { name: 'chain', change: { chainId: anyChain }, code: 'CHAIN_NOT_CONFIGURED' },
  { name: 'account', change: { accounts: [VAULT] }, code: 'CONNECTOR_NOT_FOUND' },
])
  test(`a wallet that silently switched to another ${name} sends nothing`, async () => {
    const wallet = Object.assign(attachedWallet(), change);
    const sent = await sendDeposit(wallet, order, () => 7);
    expect(sent).toMatchObject({ ok: false, error: { code } });
    expect(sentBy(wallet)).toEqual([]);
  });
