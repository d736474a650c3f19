import type { DiscoveredWallet } from './discovered-wallet.ts';
import { recommendedWallets, walletOptions, type RecommendedWallet, type WalletOption } from './wallet-options.ts';

export interface OfferedOption {
  readonly option: WalletOption;
  /** Absent if it isn't installed; Connect and Other never have one. */
  readonly wallet: DiscoveredWallet | undefined;
}

export interface OfferedWallets {
  readonly options: readonly OfferedOption[];
  /** Discovered wallets that aren't named ones: listed under Other. */
  readonly others: readonly DiscoveredWallet[];
  /** Recommended wallets that weren't discovered. */
  readonly recommended: readonly RecommendedWallet[];
}

/** Sorts discovered wallets into the sign-in's list. */
export function matchWallets(found: readonly DiscoveredWallet[]): OfferedWallets {
  const options = walletOptions.map((option) => ({ option, wallet: found.find(({ id }) => option.walletIds.includes(id)) }));
  const named = walletOptions.flatMap(({ walletIds }) => walletIds);
  const others = found.filter(({ id }) => !named.includes(id));
  const recommended = recommendedWallets.filter(({ walletIds }) => !others.some(({ id }) => walletIds.includes(id)));
  return { options, others, recommended };
}
