import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $modals } from '../../stores/modals.ts';
import { purchaseAction } from '../../stores/treasury.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { island } from '../root/island.ts';
import { Packages } from './Packages.tsx';
import { usePurchaseForm } from './use-purchase-form.ts';

const flowPart = definePart(() => import('./PurchaseFlow.tsx'));

/** The packages, and the dialogs that buy one. */
export const TreasuryPurchase = island(function TreasuryPurchase(): React.JSX.Element {
  const form = usePurchaseForm();
  const { amount, setInsured } = form;
  const { type } = amount;
  const isOpen = useStore($modals, { ssr: 'initial' }).open === 'treasury-purchase';
  const { flow, state, button } = useFlowPart(flowPart, purchaseAction, isOpen ? 'now' : amount.typed === '' ? 'not yet' : 'soon');
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
