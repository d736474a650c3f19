import type { DiscoveredWallet } from '../../lib/chain/wallets/discovered-wallet.ts';
import { developmentWalletId, type WalletOption } from '../../lib/chain/wallets/wallet-options.ts';

/** The effect of an option in the wallet modal. */
export type WalletOffer =
  | { kind: 'looking' }
  | { kind: 'installed'; wallet: DiscoveredWallet }
  | { kind: 'app'; href: string }
  | { kind: 'download'; href: string }
  | { kind: 'missing' };

export interface Surroundings {
  /** Whether wallets have had enough time to announce themselves. */
  isSettled: boolean;
  isMobile: boolean;
  pageUrl: string;
}

/** Installed, or else its app on a phone, or its download page. */
export function offerOf(
  option: Pick<WalletOption, 'walletIds' | 'deepLink' | 'downloadUrl'>,
  wallet: DiscoveredWallet | undefined,
  { isSettled, isMobile, pageUrl }: Surroundings,
): WalletOffer {
  if (wallet) return { kind: 'installed', wallet };
  // The development wallet is loaded on demand, however long that takes.
  const comesLate = developmentWalletId !== undefined && option.walletIds.includes(developmentWalletId);
  if (!isSettled || comesLate) return { kind: 'looking' };
  if (isMobile && option.deepLink) return { kind: 'app', href: option.deepLink(pageUrl) };
  return option.downloadUrl === undefined ? { kind: 'missing' } : { kind: 'download', href: option.downloadUrl };
}
