import { sendCalls } from '@wagmi/core';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from './eip1193.ts';
import { connectorOf } from './wallet-connector.ts';
import { walletResult, type WalletResult } from './wallet-error.ts';
import { whilePrompting } from './while-prompting.ts';

export interface WalletBatch {
  from: Address;
  calls: readonly { to: Address; data: Hex; value: bigint }[];
}

/**
 * Has the wallet execute calls atomically (`wallet_sendCalls` of EIP-5792 with `atomicRequired`), and returns the batch's id. Account and chain are sent
 * along, so that a wallet that has been switched refuses.
 */
export function sendBatch(provider: Eip1193Provider, { from, calls }: WalletBatch): Promise<WalletResult<string>> {
  return walletResult(async () => {
    const asked = { account: from, chainId: productChain.id, connector: connectorOf(provider), calls: [...calls], forceAtomic: true };
    const { id } = await whilePrompting(() => sendCalls(wagmiConfig, asked));
    return id;
  });
}
