import { cutToCents, roundedUpToAddUp } from '../../lib/shown-amount.ts';
import { mulDivFloor } from '../../lib/amount.ts';
import type { WalletOverview, WalletType } from '../../stores/wallet.ts';

export interface BalanceLine {
  walletType: WalletType;
  /** In 10⁻¹⁸ tokens: spendable, and not spendable yet. */
  free: bigint;
  locked: bigint;
  /** Of what is spendable, in 10⁻¹⁸ US dollars; null while no price is known. */
  usd: bigint | null;
  /** Whether `usd` is shown rounded up, so that the lines add up to the total as it is shown. */
  isUsdRoundedUp: boolean;
}

/** In display order. */
export const walletTypes = ['USDT', 'JUF', 'JU'] as const satisfies WalletType[];

export function balanceLines({ walletList }: Pick<WalletOverview, 'walletList'>): BalanceLine[] {
  const lines = walletTypes.flatMap((walletType) =>
    walletList
      .filter((wallet) => wallet.walletType === walletType)
      .map((wallet) => {
        const { balance: free, locked, usd } = wallet;
        return { walletType, free, locked, usd: usd === null ? null : partOf(usd, free, free + locked) };
      }),
  );
  const usds = lines.map(({ usd }) => usd ?? 0n);
  const areUp = roundedUpToAddUp(usds, cutToCents(usds.reduce((sum, usd) => sum + usd, 0n)));
  return lines.map((line, index) => ({ ...line, isUsdRoundedUp: areUp[index] ?? false }));
}

/** What is spendable in all, in 10⁻¹⁸ US dollars; null while a price is missing. Nothing else is a total here: that is Home's. */
export function availableUsd(lines: readonly BalanceLine[]): bigint | null {
  return lines.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
}

/** The provider values both together. */
function partOf(usdOfBoth: bigint, free: bigint, both: bigint): bigint {
  return both === 0n ? 0n : mulDivFloor(usdOfBoth, free, both);
}
