import { $walletOverview, type WalletType } from '../../stores/wallet.ts';
import { useServerState } from '../state/use-server-state.ts';

/** A token's available JuFi balance, in 10⁻¹⁸ tokens; null while unknown. */
export function useFreeBalance(token: WalletType): bigint | null {
  const wallet = useServerState($walletOverview).data?.walletList.find(({ walletType }) => walletType === token);
  return wallet?.balance ?? null;
}
