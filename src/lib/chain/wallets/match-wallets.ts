import type { DiscoveredWallet } from './discovered-wallet.ts';
import { recommendedWallets, walletOptions, type RecommendedWallet, type WalletOption } from './wallet-options.ts';

export interface OfferedOption {
  readonly option: WalletOption;
  /** Absent when it is not installed; Connect and Other never have one. */
  readonly wallet: DiscoveredWallet | undefined;
}

export interface OfferedWallets {
  readonly options: readonly OfferedOption[];
  /** Announced or found, and none of the named ones: listed under Other. */
  readonly others: readonly DiscoveredWallet[];
  /** The recommended ones that are not among the others. */
  readonly recommended: readonly RecommendedWallet[];
}

/** Sorts what was found into what the sign-in offers. */
export function matchWallets(found: readonly DiscoveredWallet[]): OfferedWallets {
  const options = walletOptions.map((option) => ({ option, wallet: found.find(({ id }) => option.walletIds.includes(id)) }));
  const named = walletOptions.flatMap(({ walletIds }) => walletIds);
  const others = found.filter(({ id }) => !named.includes(id));
  const recommended = recommendedWallets.filter(({ walletIds }) => !others.some(({ id }) => walletIds.includes(id)));
  return { options, others, recommended };
}
