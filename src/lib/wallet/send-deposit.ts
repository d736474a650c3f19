import { encodeFunctionData, erc20Abi, numberToHex } from 'viem';
import { productChain } from '../chain/product-chain.ts';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { lookAtWallet } from '../chain/wallets/look-at-wallet.ts';
import { WalletError, walletResult, type WalletResult } from '../chain/wallets/wallet-error.ts';
import { whilePrompting } from '../chain/wallets/while-prompting.ts';

export interface Deposit {
  from: Address;
  vault: Address;
  /** null for the chain's own currency. */
  token: Address | null;
  amountBaseUnits: bigint;
}

/** Has the wallet send to the vault; gives the chain's hash. CHAIN_NOT_CONFIGURED where it is on another chain, CONNECTOR_NOT_FOUND where it has another account. */
export function sendDeposit(provider: Eip1193Provider, { from, vault, token, amountBaseUnits }: Deposit): Promise<WalletResult<Hex>> {
  const call =
    token === null
      ? { from, to: vault, value: numberToHex(amountBaseUnits) }
      : { from, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amountBaseUnits] }) };
  return walletResult(async () => {
    const found = await lookAtWallet(provider, from);
    if (found !== 'READY') throw new WalletError(found === 'WRONG_CHAIN' ? 'CHAIN_NOT_CONFIGURED' : 'CONNECTOR_NOT_FOUND');
    // With the chain named, a wallet that is switched at the last moment refuses instead of sending elsewhere.
    const hash = await whilePrompting(() =>
      provider.request({ method: 'eth_sendTransaction', params: [{ ...call, chainId: productChain.hexId }] }),
    );
    if (!isHash(hash)) throw new WalletError('OTHER', hash);
    return hash;
  });
}

function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);
}
