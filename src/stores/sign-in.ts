import { authenticateWalletAddress, nonce } from '../lib/api/contract/account.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { logout } from '../lib/api/contract/logout.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { connectWallet, signMessage } from '../lib/chain/wallets/sign-message.ts';
import { rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { reachProductChain } from '../lib/chain/wallets/reach-product-chain.ts';
import { sameAddress } from '../lib/chain/wallets/read-answer.ts';
import { reattachWallet, watchWallet } from '../lib/chain/wallets/watch-wallet.ts';
import { systemClock } from '../lib/clock.ts';
import { siteUrl } from '../lib/config.ts';
import { invitationCode } from '../lib/session/invitation.ts';
import { canStoreSession } from '../lib/session/kept-session.ts';
import { referralCode } from '../lib/visit/tab-marks.ts';
import { challengeDeadline } from '../lib/wallet-flow/check-sign-in-message.ts';
import { createWalletFlow, type WalletFlow } from '../lib/wallet-flow/create-wallet-flow.ts';
import { systemTimer } from '../lib/wallet-flow/wallet-patience.ts';
import { callApi, issuerOrigin } from './api.ts';
import { $language, pageLanguage } from './page-language.ts';
import { $token, adoptSession } from './session.ts';
import { followSignIn } from './sign-in-modals.ts';
import { $renewal, $walletFlow } from './wallet-flow.ts';

type Authenticated = DataOf<typeof authenticateWalletAddress>;

/** This page's only sign-in. */
export const walletFlow: WalletFlow = createWalletFlow<Authenticated>({
  connect: connectWallet,
  reachChain: reachProductChain,
  sign: signMessage,
  inspect: reattachWallet,
  watch: watchWallet,
  accepts: (address) => {
    const renewed = $renewal.get();
    return renewed === null || sameAddress(address, renewed.address);
  },
  challenge: async (address) => {
    const askedAtMs = systemClock().getTime();
    const challenge = await callApi(nonce, { address, chainId: productChain.id }, { attention: 'full' });
    return { message: challenge.message, expiresAtMs: challengeDeadline(challenge, askedAtMs) };
  },
  authenticate: (proof) => {
    const code = invitationCode();
    return callApi(authenticateWalletAddress, { ...proof, ...(code !== null && { referralCode: code }) });
  },
  revoke,
  canStore: canStoreSession,
  store: ({ token, userInfo, referral }, wallet) => {
    const renewed = $renewal.get();
    if (renewed !== null && renewed.id !== userInfo.id) return false;
    const before = $token.get();
    if (!adoptSession({ token, user: userInfo, origin: issuerOrigin() })) return false;
    // The old session ends everywhere: somebody else may hold its token.
    if (renewed !== null && before !== undefined) revoke(before);
    rememberedWallet.set(wallet.id);
    $language.set($language.get() ?? pageLanguage());
    if (referral === 'BOUND') referralCode.set(null);
    return true;
  },
  domains: typeof location === 'undefined' ? [] : [new URL(siteUrl).host, location.host],
  clock: systemClock,
  timer: systemTimer,
  onChange: (state) => $walletFlow.set(state),
});

followSignIn(walletFlow);

function revoke(token: string): void {
  callApi(logout, {}, { bearer: { token, origin: issuerOrigin() }, outlivesPage: true, attention: 'none' }).catch(() => {
    // It expires after half an hour anyway.
  });
}
