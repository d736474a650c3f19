import { rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { walletConnectId } from '../lib/chain/wallets/wallet-options.ts';
import { $walletChain } from './wallet-chain.ts';

/** A wallet of this device answers within that, also on a slow one, unless it is locked or gone. */
const LONGEST_MS = 3_000;

/**
 * Whether a wallet is attached, or the remembered one soon is: a page that has just opened may still be asking it. WalletConnect isn't waited
 * for, because it is attached only when somebody reaches for it.
 */
export function attachedSoon(): Promise<boolean> {
  const isAttached = (): boolean => $walletChain.get().status !== 'UNKNOWN';
  const id = rememberedWallet.get();
  if (isAttached() || id === null || id === walletConnectId) return Promise.resolve(isAttached());
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve(isAttached());
    };
    const timer = setTimeout(end, LONGEST_MS);
    const stop = $walletChain.listen(end);
  });
}
