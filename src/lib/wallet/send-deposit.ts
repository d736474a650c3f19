import { encodeFunctionData, erc20Abi, numberToHex } from 'viem';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { WalletError, walletResult, type WalletResult } from '../chain/wallets/wallet-error.ts';

export interface Deposit {
  from: Address;
  vault: Address;
  /** null for the chain's own currency. */
  token: Address | null;
  amountBaseUnits: bigint;
}

/** Has the wallet send to the vault; gives the chain's hash. */
export function sendDeposit(provider: Eip1193Provider, { from, vault, token, amountBaseUnits }: Deposit): Promise<WalletResult<Hex>> {
  const call =
    token === null
      ? { from, to: vault, value: numberToHex(amountBaseUnits) }
      : { from, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amountBaseUnits] }) };
  return walletResult(async () => {
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [call] });
    if (!isHash(hash)) throw new WalletError('OTHER', hash);
    return hash;
  });
}

function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);
}
