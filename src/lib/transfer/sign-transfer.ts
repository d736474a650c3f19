import { intentDomain, transferIntentTypes } from '../api/contract/transfer-intent.ts';
import { signTypedData, type SignTypedDataParameters } from '@wagmi/core';
import { wagmiConfig } from '../chain/wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { readSignature } from '../chain/wallets/read-signature.ts';
import { walletResult } from '../chain/wallets/wallet-error.ts';
import { connectorOf } from '../chain/wallets/wallet-connector.ts';
import { whilePrompting } from '../chain/wallets/while-prompting.ts';

interface OfferedIntent {
  domain: { name: string; version: string; chainId: number; salt?: Hex | undefined };
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>;
}

/**
 * Whether the provider asks for a signature over this site's own domain and the known fields. A compromised provider, or one of another
 * site, gets no signature.
 */
export function isOwnIntent({ domain, types }: OfferedIntent, siteOrigin: string, chainId: number): boolean {
  const own = intentDomain(siteOrigin, chainId);
  const hasOwnDomain =
    domain.name === own.name && domain.version === own.version && domain.chainId === own.chainId && domain.salt === own.salt;
  return hasOwnDomain && JSON.stringify(types) === JSON.stringify(transferIntentTypes);
}

type TypedData = Omit<SignTypedDataParameters, 'account' | 'connector'>;

/** Has the wallet sign an intent (EIP-712, `eth_signTypedData_v4`). Throws WalletError. */
export async function signIntent(provider: Eip1193Provider, account: Address, typedData: TypedData): Promise<Hex> {
  const signed = await walletResult(async () =>
    readSignature(await whilePrompting(() => signTypedData(wagmiConfig, { connector: connectorOf(provider), account, ...typedData }))),
  );
  if (!signed.ok) throw signed.error;
  return signed.value;
}
