import { sendTransaction } from '@wagmi/core';
import { isHex } from '../is-hex.ts';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from './eip1193.ts';
import { WalletError, walletResult, type WalletResult } from './wallet-error.ts';
import { connectorOf } from './wallet-connector.ts';
import { whilePrompting } from './while-prompting.ts';

export interface WalletTransaction {
  from: Address;
  to: Address;
  data?: Hex;
  /** In base units of the chain's native coin. */
  value?: bigint;
  gas?: bigint;
}

/**
 * Has the wallet send a transaction, and returns its hash. The wallet is checked right before, because it may have been switched unnoticed:
 * CHAIN_NOT_CONFIGURED if it's on another chain, CONNECTOR_NOT_FOUND if it uses another account. The chain is sent along, so that a wallet that is switched
 * at the last moment refuses instead of sending elsewhere.
 */
export function sendFromWallet(provider: Eip1193Provider, { from, ...transaction }: WalletTransaction): Promise<WalletResult<Hex>> {
  return walletResult(async () => {
    const hash: unknown = await whilePrompting(() =>
      sendTransaction(wagmiConfig, { ...transaction, account: from, connector: connectorOf(provider), chainId: productChain.id }),
    );
    // It accepted the transaction, so it may send it: no answer that says more.
    if (!isHex(hash, 32)) throw new WalletError('TIMEOUT', hash);
    return hash;
  });
}
