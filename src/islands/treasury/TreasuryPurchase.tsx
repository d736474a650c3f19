import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { purchaseAction } from '../../stores/treasury.ts';
import { island } from '../root/island.ts';
import { Packages } from './Packages.tsx';
import { PurchaseModal } from './PurchaseModal.tsx';
import { usePurchaseForm } from './use-purchase-form.ts';

/** The packages, and the dialogs that buy one. */
export const TreasuryPurchase = island(function TreasuryPurchase(): React.JSX.Element {
  const form = usePurchaseForm();
  const { setTyped, setInsured } = form;
  const action = useStore(purchaseAction.$state, { ssr: 'initial' });
  const isDone = action.step === 'done';
  useEffect(() => {
    if (!isDone) return;
    setTyped('');
    setInsured(false);
  }, [isDone, setTyped, setInsured]);
  return (
    <>
      <Packages form={form} />
      <PurchaseModal form={form} state={action} />
    </>
  );
});
