import { fromDecimalString } from '../../lib/amount.ts';
import type { Outlook } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { useTexts } from '../root/island.ts';

/** What the member earned this month, each part with its sum, and what the prices did meanwhile. */
export function Month({ month }: { month: Outlook['month'] }): React.JSX.Element {
  const { claims, month: words } = useTexts('home');
  const names = {
    RETURNS: claims.roi,
    TURBO: words.turbo,
    BONUSES: claims.bonus,
    PRIVILEGES: claims.privilege,
    DISCOUNT: words.discount,
  };
  const { earned, priceUsd, totalUsd } = month;
  if (earned.length === 0 && priceUsd === '0') return <p className="dim">{words.none}</p>;
  const lines = earned.map(({ kind, walletType, amount, usd }): LedgerLine => ({
    name: names[kind],
    value: (
      <>
        <Usd usd={usd} />
        {walletType !== 'USDT' && (
          <small>
            <Figure value={amount} unit={walletType} sign={kind === 'TURBO' ? '−' : '+'} />
          </small>
        )}
      </>
    ),
  }));
  return (
    <Ledger
      lines={[
        ...lines,
        { name: words.price, value: <Usd usd={priceUsd} /> },
        { name: words.total, value: <Usd usd={totalUsd} />, kind: 'sum' },
      ]}
    />
  );
}

function Usd({ usd }: { usd: string | null }): React.JSX.Element {
  if (usd === null) return <>–</>;
  const isLoss = usd.startsWith('-');
  const value = fromDecimalString(isLoss ? usd.slice(1) : usd);
  return (
    <span className={isLoss ? 'neg' : value > 0n ? 'pos' : undefined}>
      <Figure value={value} unit="US$" sign={isLoss ? '−' : value > 0n ? '+' : undefined} />
    </span>
  );
}
