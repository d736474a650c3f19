import { atom } from 'nanostores';
import { fromDecimalString, mulDivFloor } from '../../lib/amount.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { useServerState } from '../state/use-server-state.ts';

const $nothing = atom<{ data?: never; loading: boolean }>({ loading: true });

/** In 10⁻¹⁸ US dollars; null while no price is known. The provider isn't asked before there is an amount, nor for a price that is given. */
export function useWorth(amount: bigint | null, token: string, price18?: bigint | null): bigint | null {
  const home = useServerState(amount !== null && token === 'JUF' && price18 === undefined ? $dashboard : $nothing).data;
  const overview = useServerState(amount !== null && token === 'JU' ? $walletOverview : $nothing).data;
  if (amount === null || token === 'USDT') return amount;
  if (price18 !== undefined) return price18 === null ? null : mulDivFloor(amount, price18, ONE);
  if (home && home.jufPrice !== null) return mulDivFloor(amount, fromDecimalString(home.jufPrice), ONE);
  // There is no price of JU, but there is the value of the member's own balance.
  const wallet = overview?.walletList.find(({ walletType }) => walletType === token);
  if (wallet === undefined || wallet.usd === null) return null;
  const held = fromDecimalString(wallet.balance) + fromDecimalString(wallet.locked);
  return held === 0n ? null : mulDivFloor(amount, fromDecimalString(wallet.usd), held);
}
