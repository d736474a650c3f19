import { TermsChanged } from '../lib/action/terms-changed.ts';
import { hex } from '../lib/api/contract/scalars.ts';
import { walletTransferTerms } from '../lib/api/contract/transfer.ts';
import { z } from '../lib/api/contract/zod.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { connectWallet } from '../lib/chain/wallets/connect-wallet.ts';
import type { Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { findWallet } from '../lib/chain/wallets/find-wallet.ts';
import { sameAddress } from '../lib/chain/wallets/read-answer.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { WalletError } from '../lib/chain/wallets/wallet-error.ts';
import { systemClock } from '../lib/clock.ts';
import { siteUrl } from '../lib/config.ts';
import { isOwnIntent, signTransfer } from '../lib/transfer/sign-transfer.ts';
import { signedForSeconds } from '../lib/transfer/signed-for-seconds.ts';
import { callApi } from './api.ts';
import { $user } from './session.ts';
import type { Recipient, TransferOrder } from './transfer.ts';
import { $walletChain } from './wallet-chain.ts';

/** Builds the body for an order, signed by the member's wallet. Throws TermsChanged, WalletError, or the client's errors. */
export async function signOrder(order: TransferOrder) {
  const { destination, walletType: wallet, amount: sent, fee, remark, recipient } = order;
  const [terms, provider] = await Promise.all([
    callApi(
      walletTransferTerms,
      { walletType: wallet, destination, ...(destination === 'MEMBER' && { to: recipient.address }) },
      { attention: 'full' },
    ),
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

/** The session's wallet. After signing in by link, the wallet last signed in with, which is asked to connect. */
async function findSigner(): Promise<Eip1193Provider> {
  const chain = $walletChain.get();
  if (chain.status === 'RIGHT') return chain.provider;
  const known = rememberedWallet.get();
  const wallet = known === null ? undefined : await findWallet(known);
  if (chain.status !== 'UNKNOWN' || !wallet) throw new WalletError('CONNECTOR_NOT_FOUND');
  const { provider } = wallet;
  const connected = await connectWallet(provider);
  if (!connected.ok) throw connected.error;
  if (!sameAddress(connected.value, ownAddress())) throw new WalletError('CONNECTOR_NOT_FOUND');
  return provider;
}
