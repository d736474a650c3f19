import { encodeFunctionData, erc20Abi } from 'viem';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { sendFromWallet } from '../chain/wallets/send-from-wallet.ts';
import type { WalletResult } from '../chain/wallets/wallet-error.ts';

export interface Deposit {
  from: Address;
  vault: Address;
  /** Null for the chain's native currency. */
  token: Address | null;
  amountBaseUnits: bigint;
}

/** Has the wallet send to the vault; returns the transaction hash. Throws as `sendFromWallet` does. */
export function sendDeposit(provider: Eip1193Provider, { from, vault, token, amountBaseUnits }: Deposit): Promise<WalletResult<Hex>> {
  if (token === null) return sendFromWallet(provider, { from, to: vault, value: amountBaseUnits });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amountBaseUnits] });
  return sendFromWallet(provider, { from, to: token, data });
}
