import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { purchaseAction } from '../../stores/treasury.ts';
import type { ActionTexts } from '../action/action-texts.ts';
import { island } from '../root/island.ts';
import type { StateTexts } from '../state/state-texts.ts';
import { Packages } from './Packages.tsx';
import { PurchaseModal } from './PurchaseModal.tsx';
import type { TreasuryTexts } from './treasury-texts.ts';
import { usePurchaseForm } from './use-purchase-form.ts';

export interface TreasuryPurchaseProps {
  texts: Pick<TreasuryTexts, 'packages' | 'purchase' | 'success' | 'fail'> &
    Pick<ActionTexts, 'amount' | 'review' | 'follow'> & { state: StateTexts };
}

/** The packages, and the dialogs that buy one. */
export const TreasuryPurchase = island(function TreasuryPurchase({ texts }: TreasuryPurchaseProps): React.JSX.Element {
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
      <Packages form={form} texts={texts} />
      <PurchaseModal form={form} state={action} texts={texts} />
    </>
  );
});
