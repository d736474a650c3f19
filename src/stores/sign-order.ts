import { toDecimalString } from '../lib/amount.ts';
import { composeOrderIntent } from '../lib/api/contract/order-intent.ts';
import { hex } from '../lib/api/contract/scalars.ts';
import { composeTransferIntent, intentDomain } from '../lib/api/contract/transfer-intent.ts';
import { walletTransferTerms } from '../lib/api/contract/transfer.ts';
import { z } from '../lib/api/contract/zod.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { connectWallet } from '../lib/chain/wallets/sign-message.ts';
import { findWallet, rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { WalletError } from '../lib/chain/wallets/wallet-error.ts';
import { systemClock } from '../lib/clock.ts';
import { siteUrl } from '../lib/config.ts';
import { findSigner, intendTransfer, signIntent } from '../lib/transfer/sign-transfer.ts';
import { signedForSeconds } from '../lib/transfer/signed-for-seconds.ts';
import type { TransferOrder } from '../lib/transfer/transfer-order.ts';
import { callApi } from './api.ts';
import type { ToSign } from './order-action.ts';
import { $user } from './session.ts';
import type { Recipient } from './transfer.ts';
import { $walletChain } from './wallet-chain.ts';

/** Builds the body for a transfer, signed by the member's wallet. Throws TermsChanged, WalletError, or the client's errors. */
export async function signTransferOrder(order: TransferOrder) {
  const { destination, walletType, recipient } = order;
  const owner = ownAddress();
  const [terms, provider] = await Promise.all([
    callApi(
      walletTransferTerms,
      { walletType, destination, ...(destination === 'MEMBER' && { to: recipient.address }) },
      { attention: 'full' },
    ),
    signerOf(owner),
  ]);
  const intent = intendTransfer(order, terms, { ...site, from: owner, now: systemClock() });
  const typedData = composeTransferIntent(intentDomain(site.siteOrigin, site.chainId), intent);
  const signature = z.parse(hex, await signIntent(provider, owner, typedData));
  const { amount, maxFee, nonce, deadline, remark } = intent;
  return {
    destination,
    walletType,
    amount,
    maxFee,
    nonce,
    deadline,
    to: recipient.address,
    signature,
    ...(remark !== undefined && { remark }),
  };
}

/** Has the member's wallet sign a purchase or a stake, by what the review showed. Throws WalletError. */
export async function signOrder(order: ToSign, maxDeadlineSeconds: number) {
  const member = ownAddress();
  const provider = await signerOf(member);
  const nonce = newNonce();
  const deadline = Math.floor(systemClock().getTime() / 1000) + signedForSeconds(maxDeadlineSeconds);
  const maxTotal = toDecimalString(order.maxTotal);
  const typedData = composeOrderIntent(intentDomain(site.siteOrigin, site.chainId), { ...order, maxTotal, member, nonce, deadline });
  return { maxTotal, nonce, deadline, signature: z.parse(hex, await signIntent(provider, member, typedData)) };
}

const site = { siteOrigin: new URL(siteUrl).origin, chainId: productChain.id };

function signerOf(owner: Recipient['address']) {
  return findSigner({ attached: $walletChain.get(), remembered: rememberedWallet.get(), owner, find: findWallet, connect: connectWallet });
}

function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return z.parse(hex, `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

function ownAddress(): Recipient['address'] {
  const user = $user.get();
  if (user === null) throw new WalletError('CONNECTOR_NOT_FOUND');
  return user.address;
}
