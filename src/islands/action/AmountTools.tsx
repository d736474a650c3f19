import { atom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { formatAmount, fromDecimalString, mulDivFloor, parseAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAmount } from '../../lib/shorten-amount.ts';
import { $dashboard, type DashboardHome } from '../../stores/dashboard.ts';
import type { ServerState } from '../../stores/server-state.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { Figure } from '../figures/Figure.tsx';
import { useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import type { AmountBounds } from './read-amount-field.ts';

interface AmountToolsProps {
  bounds: AmountBounds;
  typed: string;
  onChange: (typed: string) => void;
}

const USD_DECIMALS = 6;
const $unknown = atom<ServerState<DashboardHome>>({ loading: true });

/** What the typed amount is worth; and lowers it when a fee or a premium makes it too much. Loaded when the field gets the focus. */
export function AmountTools({ bounds, typed, onChange }: AmountToolsProps): React.JSX.Element {
  const texts = useTexts('action').amount;
  const { token, decimals, locale } = bounds;
  const reading = parseAmount(typed, decimals, locale, token);
  const amount = reading.ok ? reading.amountBaseUnits : null;
  const usd = useUsd(amount, bounds);
  const lowered = useLowered({ bounds, amount, onChange });
  return (
    <>
      {usd !== null && usd > 0n && (
        <>
          ≈ <Figure value={usd} decimals={USD_DECIMALS} unit="US$" mostDigits={2} />
        </>
      )}
      {lowered !== null && (
        <span className="lowered" role="status">
          {interpolate(texts.lowered, { amount: formatAmount(lowered, decimals, { locale }), token })}
        </span>
      )}
    </>
  );
}

/** In 10⁻⁶ US dollars; null while no price is known. */
function useUsd(amount: bigint | null, { token, decimals, usdOfOne }: AmountBounds): bigint | null {
  const price = useServerState(token === 'JUF' ? $dashboard : $unknown).data?.jufPrice ?? null;
  const wallet = useServerState($walletOverview).data?.walletList.find(({ walletType }) => walletType === token);
  if (amount === null) return null;
  const one = 10n ** BigInt(decimals);
  if (usdOfOne !== undefined) return mulDivFloor(amount, usdOfOne, one);
  if (token === 'USDT') return mulDivFloor(amount, 10n ** BigInt(USD_DECIMALS), one);
  if (price !== null) return mulDivFloor(amount, fromDecimalString(price, 18), one * 10n ** BigInt(18 - USD_DECIMALS));
  // There is no price for this token, but there is the value of the member's own balance.
  if (wallet === undefined || wallet.usd === null || wallet.decimals !== decimals) return null;
  const held = fromDecimalString(wallet.balance, decimals) + fromDecimalString(wallet.locked, decimals);
  return held === 0n ? null : mulDivFloor(amount, fromDecimalString(wallet.usd, USD_DECIMALS), held);
}

interface Lowering {
  bounds: AmountBounds;
  amount: bigint | null;
  onChange: (typed: string) => void;
}

/** When a fee or premium comes on top and the balance no longer covers both, lowers the amount to the most that it covers. Null unless it did so. */
function useLowered({ bounds: { available, most, decimals, locale }, amount, onChange }: Lowering): bigint | null {
  const [lowered, setLowered] = useState<bigint | null>(null);
  const before = useRef(most);
  useEffect(() => {
    const [was, now] = [before.current, most];
    before.current = now;
    if (was === undefined || now === undefined || available === null || amount === null) return;
    if (now === 0n || now >= was || amount <= now || amount > was || amount > available) return;
    const next = shortenAmount(now, decimals);
    setLowered(next);
    onChange(formatAmount(next, decimals, { locale, useGrouping: false }));
  }, [most]);
  return lowered === amount ? lowered : null;
}
