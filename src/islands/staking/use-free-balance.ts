import { fromDecimalString } from '../../lib/amount.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { useServerState } from '../state/use-server-state.ts';

/** What can be spent of a token, in base units; null while it is not known. */
export function useFreeBalance(token: 'JU' | 'JUF'): bigint | null {
  const wallet = useServerState($walletOverview).data?.walletList.find(({ walletType }) => walletType === token);
  return wallet === undefined ? null : fromDecimalString(wallet.balance, wallet.decimals);
}
