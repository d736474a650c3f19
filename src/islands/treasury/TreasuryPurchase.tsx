import { definePart } from '../../lib/visit/define-part.ts';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { $modals } from '../../stores/modals.ts';
import { $treasury, purchaseAction } from '../../stores/treasury.ts';
import { useFilledIn } from '../action/use-filled-in.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { island, useLocale } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { Packages } from './Packages.tsx';
import { type PurchaseForm, usePurchaseForm } from './use-purchase-form.ts';

const flowPart = definePart(() => import('./PurchaseFlow.tsx'));

/** The packages, and the dialogs that buy one. */
export const TreasuryPurchase = island(function TreasuryPurchase() {
  const form = usePurchaseForm();
  const { amount, setInsured } = form;
  const { type } = amount;
  const isOpen = useShown($modals).open === 'treasury-purchase';
  const { flow, state, button } = useFlowPart(flowPart, purchaseAction, isOpen ? 'now' : amount.typed === '' ? 'not yet' : 'soon');
  useFilledInPurchase(form);
  const isDone = state.step === 'done';
  useEffect(() => {
    if (!isDone) return;
    type('');
    setInsured(false);
  }, [isDone, type, setInsured]);
  return (
    <>
      <Packages form={form} button={button} />
      {flow && <flow.PurchaseFlow form={form} />}
    </>
  );
});

/** Opens the form of the package that a link names, once it's known to be on sale. */
function useFilledInPurchase({ amount: { type }, begin }: PurchaseForm): void {
  const locale = useLocale();
  const [wanted, setWanted] = useState<string | null>(null);
  const packs = useServerState($treasury).data?.list;
  useFilledIn(({ amount, choice }) => {
    type(formatAmount(amount, { locale, useGrouping: false }));
    setWanted(choice);
  });
  useEffect(() => {
    if (wanted === null || packs === undefined) return;
    setWanted(null);
    if (packs.some(({ id, status }) => id === wanted && status === 'OPEN')) begin(wanted);
  }, [wanted, packs]);
}
