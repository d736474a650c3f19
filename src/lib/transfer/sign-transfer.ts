import { composeTransferIntent, transferDomain, transferIntentTypes, type TransferIntent } from '../api/contract/transfer-intent.ts';
import type { Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { WalletError, walletResult } from '../chain/wallets/wallet-error.ts';
import { whilePrompting } from '../chain/wallets/while-prompting.ts';

/** Of EIP-712, in the order of its definition; the domain has a salt in place of a contract. */
const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'salt', type: 'bytes32' },
] as const;

interface OfferedIntent {
  domain: { name: string; version: string; chainId: number; salt?: Hex | undefined };
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>;
}

/**
 * Whether what the provider would have signed is what this site signs: its own domain and the known fields. A provider that was taken over, or that
 * belongs to another site, gets no signature.
 */
export function isOwnIntent({ domain, types }: OfferedIntent, siteOrigin: string, chainId: number): boolean {
  const own = transferDomain(siteOrigin, chainId);
  const hasOwnDomain =
    domain.name === own.name && domain.version === own.version && domain.chainId === own.chainId && domain.salt === own.salt;
  return hasOwnDomain && JSON.stringify(types) === JSON.stringify(transferIntentTypes);
}

/** Has the wallet sign a transfer (EIP-712, `eth_signTypedData_v4`). Throws WalletError. */
export async function signTransfer(provider: Eip1193Provider, intent: TransferIntent, siteOrigin: string, chainId: number): Promise<Hex> {
  const { domain, types, primaryType, message } = composeTransferIntent(transferDomain(siteOrigin, chainId), intent);
  const data = {
    domain,
    types: { EIP712Domain: DOMAIN_TYPE, ...types },
    primaryType,
    message: { ...message, deadline: String(message.deadline) },
  };
  const signed = await walletResult(async () => {
    const signature = await whilePrompting(() =>
      provider.request({ method: 'eth_signTypedData_v4', params: [intent.from, JSON.stringify(data)] }),
    );
    if (!isHex(signature)) throw new WalletError('OTHER', signature);
    return signature;
  });
  if (!signed.ok) throw signed.error;
  return signed.value;
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value);
}
