import { signTypedData, type SignTypedDataParameters } from '@wagmi/core';
import { TermsChanged } from '../action/action-state.ts';
import { toDecimalString } from '../amount.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import { intentDomain, type TransferIntent, transferIntentTypes } from '../api/contract/transfer-intent.ts';
import type { walletTransferTerms } from '../api/contract/transfer.ts';
import { wagmiConfig } from '../chain/wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import { readSignature } from '../chain/wallets/sign-message.ts';
import { connectorOf } from '../chain/wallets/wallet-connector.ts';
import { WalletError, walletResult, type WalletResult } from '../chain/wallets/wallet-error.ts';
import { whilePrompting } from '../chain/wallets/while-prompting.ts';
import { signedForSeconds } from './signed-for-seconds.ts';
import type { TransferOrder } from './transfer-order.ts';

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

export interface SignerSearch {
  /** The wallet attached to the session, by the chain it's on; UNKNOWN: none is. */
  attached: { status: 'RIGHT'; provider: Eip1193Provider } | { status: 'UNKNOWN' | 'WRONG' | 'SWITCHING_CHAIN' | 'ADDING_CHAIN' };
  /** Id of the wallet last signed in with. */
  remembered: string | null;
  /** The member's address, which alone may sign. */
  owner: Address;
  find: (id: string) => Promise<{ provider: Eip1193Provider } | undefined>;
  connect: (provider: Eip1193Provider) => Promise<WalletResult<Address>>;
}

/**
 * Finds the wallet that signs a member's transfer: the session's, if it's on the product's chain. Members who signed in by link have none; for them, the
 * remembered wallet is connected, and used if it holds the member's account. Throws WalletError.
 */
export async function findSigner({ attached, remembered, owner, find, connect }: SignerSearch): Promise<Eip1193Provider> {
  if (attached.status === 'RIGHT') return attached.provider;
  // A wallet on another chain isn't replaced: the member is asked to switch it.
  const wallet = attached.status === 'UNKNOWN' && remembered !== null ? await find(remembered) : undefined;
  if (!wallet) throw new WalletError('CONNECTOR_NOT_FOUND');
  const connected = await connect(wallet.provider);
  if (!connected.ok) throw connected.error;
  if (!sameAddress(connected.value, owner)) throw new WalletError('CONNECTOR_NOT_FOUND');
  return wallet.provider;
}

interface Signing {
  from: TransferIntent['from'];
  siteOrigin: string;
  chainId: number;
  now: Date;
}

/**
 * Composes the data for the wallet to sign, by the terms read just before. Throws TermsChanged if the recipient isn't the reviewed one any more, or if the
 * provider asks for a signature over anything but this site's own transfers.
 */
export function intendTransfer(
  { destination, walletType, amount, fee, remark, recipient }: TransferOrder,
  terms: Pick<DataOf<typeof walletTransferTerms>, 'recipient' | 'intent'>,
  { from, siteOrigin, chainId, now }: Signing,
): TransferIntent {
  const isSame = terms.recipient?.id === recipient.id && sameAddress(terms.recipient.address, recipient.address);
  if (!isSame || !isOwnIntent(terms.intent, siteOrigin, chainId)) throw new TermsChanged();
  const { nonce, maxDeadlineSeconds } = terms.intent;
  return {
    destination,
    walletType,
    amount: toDecimalString(amount),
    maxFee: toDecimalString(fee),
    nonce,
    deadline: Math.floor(now.getTime() / 1000) + signedForSeconds(maxDeadlineSeconds),
    from,
    recipientId: recipient.id,
    recipientAddress: recipient.address,
    remark: remark === '' ? undefined : remark,
  };
}
