import type { Address, Eip1193Provider } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import { WalletError, type WalletResult } from '../chain/wallets/wallet-error.ts';

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
