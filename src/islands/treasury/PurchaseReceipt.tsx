import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { purchaseTreasury } from '../../lib/api/contract/treasury.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { PRICE_DIGITS, writeMoment } from './write-figures.ts';

/** Exact figures from the provider's response. */
export function PurchaseReceipt({ bought }: { bought: DataOf<typeof purchaseTreasury> }): React.JSX.Element {
  const { success } = useTexts('treasury');
  const locale = useLocale();
  const { purchase, transaction } = bought;
  const usdt = (decimal: string): React.JSX.Element => <Figure value={decimal} unit="USDT" />;
  const lines: readonly LedgerLine[] = [
    { name: success.paid, value: <Figure isExact value={purchase.paid} unit="USDT" /> },
    {
      name: success.received,
      value: <Figure value={purchase.juf} unit="JUF" />,
    },
    {
      name: success.price,
      value: <Figure value={purchase.price} unit="USDT" fractionDigits={PRICE_DIGITS} />,
    },
    { name: success.unlocks, value: writeMoment(purchase.vestingEndsAt, locale) },
    { name: success.insured, value: purchase.insuranceId === undefined ? success.no : success.yes },
    {
      name: success.power,
      value: <Figure value={purchase.power} sign="+" fractionDigits={0} />,
    },
    { name: success.after, value: usdt(transaction.balanceAfter), kind: 'sum' },
  ];
  return <Ledger lines={lines} />;
}
