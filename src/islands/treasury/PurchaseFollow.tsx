import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import { fromDecimalString } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { purchaseTreasury } from '../../lib/api/contract/treasury.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { JUF_DECIMALS, POWER_DECIMALS } from '../../lib/treasury/treasury-types.ts';
import { closeModal } from '../../stores/modals.ts';
import { purchaseAction, type PurchaseOrder } from '../../stores/treasury.ts';
import { ActionFollow } from '../action/ActionFollow.tsx';
import { ExactFigure } from '../action/ExactFigure.tsx';
import { TokenFigure } from '../action/TokenFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { PRICE_DIGITS, writeExactly, writeMoment } from './write-figures.ts';

export type Bought = DataOf<typeof purchaseTreasury>;

interface PurchaseFollowProps {
  state: ActionState<PurchaseOrder, Bought>;
  /** Returns to the form for the ordered package. */
  begin: (packageId: string) => void;
}

/** The progress of a confirmed purchase. */
export function PurchaseFollow({ state, begin }: PurchaseFollowProps): React.JSX.Element {
  const { purchase, fail } = useTexts('treasury');
  const locale = useLocale();
  const written = (decimal: string): string => writeExactly(decimal, locale);
  const dismiss = (): void => {
    for (const name of ['treasury-purchase', 'purchase-success', 'purchase-fail'] as const) closeModal(name);
    purchaseAction.dismiss();
  };
  return (
    <ActionFollow
      state={state}
      subject={(order) => interpolate(purchase.subject, { amount: written(order.amount), name: order.name })}
      done={(bought) => <Receipt bought={bought} />}
      refusal={(refusal, order) => refusalText(refusal, order, locale, fail)}
      retry={purchaseAction.retry}
      dismiss={dismiss}
      change={() => {
        if (state.step !== 'idle') begin(state.order.treasuryId);
      }}
    />
  );
}

/** Exact figures from the provider's response. */
function Receipt({ bought }: { bought: Bought }): React.JSX.Element {
  const { success } = useTexts('treasury');
  const locale = useLocale();
  const { purchase, transaction } = bought;
  const usdt = (decimal: string): React.JSX.Element => <TokenFigure value={fromDecimalString(decimal, 18)} unit="USDT" />;
  const lines: readonly LedgerLine[] = [
    { name: success.paid, value: <ExactFigure value={fromDecimalString(purchase.paid, 18)} unit="USDT" /> },
    {
      name: success.received,
      value: <Figure value={fromDecimalString(purchase.juf, JUF_DECIMALS)} decimals={JUF_DECIMALS} unit="JUF" />,
    },
    {
      name: success.price,
      value: <Figure value={fromDecimalString(purchase.price, 18)} decimals={18} unit="USDT" fractionDigits={PRICE_DIGITS} />,
    },
    { name: success.unlocks, value: writeMoment(purchase.vestingEndsAt, locale) },
    { name: success.insured, value: purchase.insuranceId === undefined ? success.no : success.yes },
    {
      name: success.power,
      value: <Figure value={fromDecimalString(purchase.power, POWER_DECIMALS)} decimals={POWER_DECIMALS} sign="+" fractionDigits={0} />,
    },
    { name: success.after, value: usdt(transaction.balanceAfter), kind: 'sum' },
  ];
  return <Ledger lines={lines} />;
}

function refusalText(
  { code, detail }: ActionRefusal,
  { maxPrice }: PurchaseOrder,
  locale: string,
  texts: Texts<'treasury'>['fail'],
): string | undefined {
  const said = (name: string): string | undefined => {
    const value = detail?.[name];
    return typeof value === 'string' && /^\d+(\.\d{1,18})?$/.test(value) ? writeExactly(value, locale) : undefined;
  };
  const [price, available] = [said('price'), said('available')];
  if (code === 'PRICE_MOVED' && price !== undefined) return interpolate(texts.priceMoved, { price, limit: writeExactly(maxPrice, locale) });
  if (code === 'INSUFFICIENT_BALANCE' && available !== undefined) return interpolate(texts.insufficient, { available });
  return undefined;
}
