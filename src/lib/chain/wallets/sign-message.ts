import { signMessage as sign } from '@wagmi/core';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from './eip1193.ts';
import { readSignature } from './read-signature.ts';
import { walletResult, type WalletResult } from './wallet-error.ts';
import { connectorOf } from './wallet-connector.ts';
import { whilePrompting } from './while-prompting.ts';

/** Has the wallet sign a text (`personal_sign`, EIP-191 version 0x45). */
export function signMessage(provider: Eip1193Provider, account: Address, message: string): Promise<WalletResult<Hex>> {
  return walletResult(async () =>
    readSignature(await whilePrompting(() => sign(wagmiConfig, { connector: connectorOf(provider), account, message }))),
  );
}
