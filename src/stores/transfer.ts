import { definePart } from '../lib/visit/define-part.ts';
import { atom } from 'nanostores';
import { NetworkError } from '../lib/api/api-error.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { walletTransfer, walletTransferTerms } from '../lib/api/contract/transfer.ts';
import { transferOrder, type TransferOrder } from '../lib/transfer/transfer-order.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { createQuery } from './server-state.ts';
import { $sessionTag } from './session.ts';
import type { WalletType } from './wallet.ts';

export type TransferTerms = DataOf<typeof walletTransferTerms>;
export type Recipient = NonNullable<TransferTerms['recipient']>;
/** A recipient as lists show it, with a shortened address. */
export type KnownRecipient = TransferTerms['recentRecipients'][number];
export type TransferDestination = 'MEMBER' | 'CHAIN';

export const $transferWallet = atom<WalletType>('USDT');
export const $transferDestination = atom<TransferDestination>('MEMBER');

/** Limits, fee and recent recipients; the current recipient is looked up separately. */
export const $transferTerms = createQuery<TransferTerms>(
  ['wallet/transfer:', $transferWallet, ':', $transferDestination, ':', $sessionTag],
  {
    kept: walletTransferTerms.output,
    fetcher: () => callApi(walletTransferTerms, { walletType: $transferWallet.get(), destination: $transferDestination.get() }),
  },
);

/** Throws the client's errors: RECIPIENT_UNKNOWN if there is no such member. */
export async function findRecipient(to: string): Promise<Recipient | undefined> {
  return (await callApi(walletTransferTerms, { walletType: $transferWallet.get(), to })).recipient;
}

/** What was sent from this page and nothing follows yet: what follows payouts may be loaded only later, when it is scrolled to. */
export const $sentTransfers = atom<readonly DataOf<typeof walletTransfer>['transaction'][]>([]);

/** Signed by the member's wallet, so that a stolen session alone can't move anything. */
export const transferAction = defineAction({
  name: 'transfer',
  order: transferOrder,
  body: walletTransfer.body,
  compose: sign,
  send: async (body, options) => {
    const sent = await callApi(walletTransfer, body, options);
    $sentTransfers.set([...$sentTransfers.get(), sent.transaction]);
    return sent;
  },
  isStale: (key) => key.startsWith('wallet/') || key.startsWith('dashboard/home'),
});

const signingPart = definePart(() => import('./sign-order.ts'));

async function sign(order: TransferOrder) {
  const { signTransferOrder } = await signingPart.load().catch((error: unknown) => {
    throw new NetworkError('UNREACHABLE', error);
  });
  return signTransferOrder(order);
}
