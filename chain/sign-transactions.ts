import type { Address, Hex } from 'viem';
import type { HDAccount } from 'viem/accounts';

export interface ChainTransaction {
  to?: Address;
  data: Hex;
  value?: bigint;
  gas: bigint;
}

const CHAIN_ID = 210_000;
/** Far above any base fee the embedded chain reaches, and the same for all, so that a block keeps the order of nonces. */
const GAS_PRICE = 100_000_000_000n;

/** Signs one account's transactions with consecutive nonces. */
export async function signTransactions(account: HDAccount, firstNonce: number, transactions: readonly ChainTransaction[]): Promise<Hex[]> {
  return Promise.all(
    transactions.map(({ to, data, value = 0n, gas }, index) =>
      account.signTransaction({
        type: 'legacy',
        chainId: CHAIN_ID,
        nonce: firstNonce + index,
        ...(to === undefined ? {} : { to }),
        data,
        value,
        gas,
        gasPrice: GAS_PRICE,
      }),
    ),
  );
}
