import { fromDecimalString } from '../../lib/amount.ts';
import type { WalletOverview, WalletType } from '../../stores/wallet.ts';

export interface BalanceLine {
  walletType: WalletType;
  /** In 10⁻¹⁸ tokens: spendable, and not spendable yet. */
  free: bigint;
  locked: bigint;
  /** In 10⁻¹⁸ US dollars, for both; null while no price is known. */
  usd: bigint | null;
}

/** In display order. */
export const walletTypes = ['USDT', 'JUF', 'JU'] as const satisfies WalletType[];

export function balanceLines({ walletList }: Pick<WalletOverview, 'walletList'>): BalanceLine[] {
  return walletTypes.flatMap((walletType) =>
    walletList
      .filter((wallet) => wallet.walletType === walletType)
      .map(({ balance, locked, usd }) => ({
        walletType,
        free: fromDecimalString(balance),
        locked: fromDecimalString(locked),
        usd: usd === null ? null : fromDecimalString(usd),
      })),
  );
}
