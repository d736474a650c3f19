import { hex } from '../lib/api/contract/scalars.ts';
import { walletTransferTerms } from '../lib/api/contract/transfer.ts';
import { z } from '../lib/api/contract/zod.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { connectWallet } from '../lib/chain/wallets/connect-wallet.ts';
import { findWallet } from '../lib/chain/wallets/find-wallet.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { WalletError } from '../lib/chain/wallets/wallet-error.ts';
import { systemClock } from '../lib/clock.ts';
import { siteUrl } from '../lib/config.ts';
import { findSigner } from '../lib/transfer/find-signer.ts';
import { intendTransfer } from '../lib/transfer/intend-transfer.ts';
import { signTransfer } from '../lib/transfer/sign-transfer.ts';
import type { TransferOrder } from '../lib/transfer/transfer-order.ts';
import { callApi } from './api.ts';
import { $user } from './session.ts';
import type { Recipient } from './transfer.ts';
import { $walletChain } from './wallet-chain.ts';

/** Builds the body for an order, signed by the member's wallet. Throws TermsChanged, WalletError, or the client's errors. */
export async function signOrder(order: TransferOrder) {
  const { destination, walletType, recipient } = order;
  const owner = ownAddress();
  const [terms, provider] = await Promise.all([
    callApi(
      walletTransferTerms,
      { walletType, destination, ...(destination === 'MEMBER' && { to: recipient.address }) },
      { attention: 'full' },
    ),
    findSigner({
      attached: $walletChain.get(),
      remembered: rememberedWallet.get(),
      owner,
      find: findWallet,
      connect: connectWallet,
    }),
  ]);
  const site = { siteOrigin: new URL(siteUrl).origin, chainId: productChain.id };
  const intent = intendTransfer(order, terms, { ...site, from: owner, now: systemClock() });
  const signature = z.parse(hex, await signTransfer(provider, intent, site.siteOrigin, site.chainId));
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

function ownAddress(): Recipient['address'] {
  const user = $user.get();
  if (user === null) throw new WalletError('CONNECTOR_NOT_FOUND');
  return user.address;
}
