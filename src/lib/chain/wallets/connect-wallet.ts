import { connect, disconnect } from '@wagmi/core';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider } from './eip1193.ts';
import { walletResult, type WalletResult } from './wallet-error.ts';
import { connectorOf } from './wallet-connector.ts';

/** Requests the account to use (`eth_requestAccounts`, EIP-1102); the wallet prompts unless it's already connected. */
export function connectWallet(provider: Eip1193Provider): Promise<WalletResult<Address>> {
  return walletResult(async () => {
    const connector = connectorOf(provider);
    // wagmi doesn't connect twice, but the wallet may have disconnected the site meanwhile.
    if (wagmiConfig.state.connections.has(connector.uid)) await disconnect(wagmiConfig, { connector });
    const { accounts } = await connect(wagmiConfig, { connector });
    return accounts[0];
  });
}
