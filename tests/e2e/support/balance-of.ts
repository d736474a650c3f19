import { fromDecimalString } from '../../../src/lib/amount.ts';
import { walletOverview } from '../../../src/lib/api/contract/wallet.ts';
import type { WalletType } from '../../../src/stores/wallet.ts';
import type { ApiMember } from './api-member.ts';

/** A member's available balance in base units. */
export async function balanceOf({ api }: ApiMember, token: WalletType): Promise<bigint> {
  const { walletList } = await api.call(walletOverview, {});
  const wallet = walletList.find(({ walletType }) => walletType === token);
  if (!wallet) throw new Error(`The member has no wallet of ${token}.`);
  return fromDecimalString(wallet.balance, wallet.decimals);
}
