import { atom } from 'nanostores';
import { TermsChanged } from '../lib/action/terms-changed.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { address, amount, hex, id, text, walletType } from '../lib/api/contract/scalars.ts';
import { walletTransfer, walletTransferTerms } from '../lib/api/contract/wallet.ts';
import { z } from '../lib/api/contract/zod.ts';
import { findWallet } from '../lib/chain/wallets/find-wallet.ts';
import type { Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { readAccounts, sameAddress } from '../lib/chain/wallets/read-answer.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { WalletError, walletResult } from '../lib/chain/wallets/wallet-error.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { systemClock } from '../lib/clock.ts';
import { siteUrl } from '../lib/config.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { openModal } from './modals.ts';
import { createQuery } from './server-state.ts';
import { $sessionTag, $user } from './session.ts';
import type { WalletType } from './wallet.ts';
import { $walletChain } from './wallet-chain.ts';

export type TransferTerms = DataOf<typeof walletTransferTerms>;
export type Recipient = NonNullable<TransferTerms['recipient']>;
export type TransferDestination = 'MEMBER' | 'CHAIN';

/** What the person confirmed. Amounts are decimal strings. */
const transferOrder = z.object({
  destination: z.enum(['MEMBER', 'CHAIN']),
  walletType,
  amount,
  fee: amount,
  remark: text,
  recipient: z.object({ id, uid: text, username: text, address }),
});
export type TransferOrder = z.output<typeof transferOrder>;

export const $transferWallet = atom<WalletType>('USDT');
export const $transferDestination = atom<TransferDestination>('MEMBER');

/** Bounds, fee and whom the member sent to before; whom it goes to now is looked up apart. */
export const $transferTerms = createQuery<TransferTerms>(
  ['wallet/transfer:', $transferWallet, ':', $transferDestination, ':', $sessionTag],
  {
    fetcher: () => callApi(walletTransferTerms, { walletType: $transferWallet.get(), destination: $transferDestination.get() }),
  },
);

export function openTransfer(wallet: WalletType): void {
  $transferWallet.set(wallet);
  openModal('transfer');
}

/** Throws what the client throws: RECIPIENT_UNKNOWN where nobody is called so. */
export async function findRecipient(to: string): Promise<Recipient | undefined> {
  return (await callApi(walletTransferTerms, { walletType: $transferWallet.get(), to })).recipient;
}

/** Signed by the member's wallet, so that a stolen session alone moves nothing. */
export const transferAction = defineAction({
  name: 'transfer',
  order: transferOrder,
  body: walletTransfer.body,
  compose: signOrder,
  send: (body, options) => callApi(walletTransfer, body, options),
  isStale: (key) => key.startsWith('wallet/') || key.startsWith('dashboard/home'),
});

/** Half of what a signature may be good for: a device clock that is a few minutes wrong does no harm then. */
export function signedForSeconds(maxDeadlineSeconds: number): number {
  return Math.floor(maxDeadlineSeconds / 2);
}

async function signOrder(order: TransferOrder) {
  const { destination, walletType: wallet, amount: sent, fee, remark, recipient } = order;
  const [{ isOwnIntent, signTransfer }, terms, provider] = await Promise.all([
    import('../lib/transfer/sign-transfer.ts'),
    callApi(walletTransferTerms, { walletType: wallet, destination, ...(destination === 'MEMBER' && { to: recipient.address }) }),
    findSigner(),
  ]);
  const siteOrigin = new URL(siteUrl).origin;
  const isSame = terms.recipient?.id === recipient.id && sameAddress(terms.recipient.address, recipient.address);
  if (!isSame || !isOwnIntent(terms.intent, siteOrigin, productChain.id)) throw new TermsChanged();
  const { nonce, maxDeadlineSeconds } = terms.intent;
  const deadline = Math.floor(systemClock().getTime() / 1000) + signedForSeconds(maxDeadlineSeconds);
  const values = { destination, walletType: wallet, amount: sent, maxFee: fee, nonce, deadline };
  const signature = await signTransfer(
    provider,
    {
      ...values,
      from: ownAddress(),
      recipientId: recipient.id,
      recipientAddress: recipient.address,
      remark: remark === '' ? undefined : remark,
    },
    siteOrigin,
    productChain.id,
  );
  return { ...values, to: recipient.address, signature: z.parse(hex, signature), ...(remark !== '' && { remark }) };
}

function ownAddress(): Recipient['address'] {
  const user = $user.get();
  if (user === null) throw new WalletError('CONNECTOR_NOT_FOUND');
  return user.address;
}

/** The wallet of the session; after a login link, the one last signed in with, which is then asked to connect. */
async function findSigner(): Promise<Eip1193Provider> {
  const chain = $walletChain.get();
  if (chain.status === 'RIGHT') return chain.provider;
  const known = rememberedWallet.get();
  const wallet = known === null ? undefined : await findWallet(known);
  if (chain.status !== 'UNKNOWN' || !wallet) throw new WalletError('CONNECTOR_NOT_FOUND');
  const { provider } = wallet;
  const accounts = await walletResult(() => provider.request({ method: 'eth_requestAccounts' }));
  if (!accounts.ok) throw accounts.error;
  if (!readAccounts(accounts.value).some((account) => sameAddress(account, ownAddress()))) throw new WalletError('CONNECTOR_NOT_FOUND');
  return provider;
}
