import { fromDecimalString } from '../../lib/amount.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { useServerState } from '../state/use-server-state.ts';

/** The available JuFi balance of a token, in 10⁻¹⁸ tokens; null while it isn't known. */
export function useFreeBalance(token: 'JU' | 'JUF' | 'USDT'): bigint | null {
  const wallet = useServerState($walletOverview).data?.walletList.find(({ walletType }) => walletType === token);
  return wallet === undefined ? null : fromDecimalString(wallet.balance, TOKEN_DECIMALS);
}
