import type { DiscoveredWallet } from './discovered-wallet.ts';
import { developmentWalletId, recommendedWallets, walletOptions, type RecommendedWallet, type WalletOption } from './wallet-options.ts';

export interface OfferedOption {
  readonly option: WalletOption;
  /** Absent if it isn't installed; Connect and Other never have one. */
  readonly wallet: DiscoveredWallet | undefined;
  /** It is installed, and stands before those which aren't. */
  readonly isFirst: boolean;
}

export interface OfferedWallets {
  /** The named ones: those installed first, each part in the order of the specification. */
  options: readonly OfferedOption[];
  /** Other installed wallets, shown after the named ones that are. */
  installed: readonly DiscoveredWallet[];
  /** Wallets that were discovered late, listed under Other: nothing moves under a finger. */
  others: readonly DiscoveredWallet[];
  /** Recommended wallets that weren't discovered. */
  recommended: readonly RecommendedWallet[];
}

/** Sorts discovered wallets into the sign-in's list. Only those discovered early, before anybody can have pressed a row, change its order. */
export function matchWallets(found: readonly DiscoveredWallet[], early: readonly DiscoveredWallet[] = found): OfferedWallets {
  const isEarly = ({ walletIds }: WalletOption): boolean =>
    early.some(({ id }) => walletIds.includes(id)) || (developmentWalletId !== undefined && walletIds.includes(developmentWalletId));
  const ordered = [...walletOptions].sort((one, other) => Number(isEarly(other)) - Number(isEarly(one)));
  const options = ordered.map((option) => ({
    option,
    wallet: found.find(({ id }) => option.walletIds.includes(id)),
    isFirst: isEarly(option),
  }));
  const named = walletOptions.flatMap(({ walletIds }) => walletIds);
  const unnamed = found.filter(({ id }) => !named.includes(id));
  const isAmong = (wallets: readonly DiscoveredWallet[], wanted: DiscoveredWallet): boolean => wallets.some(({ id }) => id === wanted.id);
  return {
    options,
    installed: unnamed.filter((wallet) => isAmong(early, wallet)),
    others: unnamed.filter((wallet) => !isAmong(early, wallet)),
    recommended: recommendedWallets.filter(({ walletIds }) => !unnamed.some(({ id }) => walletIds.includes(id))),
  };
}
