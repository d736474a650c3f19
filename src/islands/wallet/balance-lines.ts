import { fromDecimalString } from '../../lib/amount.ts';
import type { WalletOverview, WalletType } from '../../stores/wallet.ts';

export interface BalanceLine {
  walletType: WalletType;
  decimals: number;
  /** In base units: spendable, and not spendable yet. */
  free: bigint;
  locked: bigint;
  /** In 10⁻⁶ US dollars, for both; null while no price is known. */
  usd: bigint | null;
}

export const USD_DECIMALS = 6;

/** In display order. */
export const walletTypes = ['USDT', 'JUF', 'JU'] as const satisfies WalletType[];

export function balanceLines({ walletList }: Pick<WalletOverview, 'walletList'>): BalanceLine[] {
  return walletTypes.flatMap((walletType) =>
    walletList
      .filter((wallet) => wallet.walletType === walletType)
      .map(({ balance, locked, usd, decimals }) => ({
        walletType,
        decimals,
        free: fromDecimalString(balance, decimals),
        locked: fromDecimalString(locked, decimals),
        usd: usd === null ? null : fromDecimalString(usd, USD_DECIMALS),
      })),
  );
}
