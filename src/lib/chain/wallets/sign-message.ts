import { connect, disconnect, signMessage as sign } from '@wagmi/core';
import { isHex } from '../is-hex.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from './eip1193.ts';
import { connectorOf } from './wallet-connector.ts';
import { WalletError, walletResult, type WalletResult } from './wallet-error.ts';
import { whilePrompting } from './while-prompting.ts';

/** Has the wallet sign a text (`personal_sign`, EIP-191 version 0x45). */
export function signMessage(provider: Eip1193Provider, account: Address, message: string): Promise<WalletResult<Hex>> {
  return walletResult(async () =>
    readSignature(await whilePrompting(() => sign(wagmiConfig, { connector: connectorOf(provider), account, message }))),
  );
}

/** A wallet's signature, with or without its `0x`; throws WalletError OTHER unless it's whole bytes in hex. */
export function readSignature(answer: unknown): Hex {
  const signature = typeof answer === 'string' ? `0x${answer.trim().replace(/^0x/i, '')}` : answer;
  if (!isHex(signature) || signature === '0x') throw new WalletError('OTHER', answer);
  return signature;
}

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
