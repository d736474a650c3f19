import { useCallback, useEffect, useState } from 'react';
import { tokenDecimals } from '../../lib/token-decimals.ts';
import { openModal } from '../../stores/modals.ts';
import { purchaseAction } from '../../stores/treasury.ts';
import { type TypedAmount, useAmountDraft } from '../action/typed-amount.ts';
import { useDraft } from '../action/use-draft.ts';

/** The purchase form. Amount and insurance survive a reload and the end of the session. */
export interface PurchaseForm {
  /** Also used to compare packages. */
  amount: TypedAmount;
  isInsured: boolean;
  setInsured: (isInsured: boolean) => void;
  /** The chosen package; null before any is. */
  packageId: string | null;
  begin: (packageId: string) => void;
}

export function usePurchaseForm(): PurchaseForm {
  const amount = useAmountDraft('purchase', 'USDT', tokenDecimals.USDT);
  const [insured, keepInsured] = useDraft('purchase-insured');
  const setInsured = useCallback((isInsured: boolean) => keepInsured(isInsured ? 'yes' : ''), [keepInsured]);
  const [packageId, setPackageId] = useState<string | null>(null);
  // What is found after a reload leads back to its own package's form.
  useEffect(() => purchaseAction.$state.subscribe((state) => state.step !== 'idle' && setPackageId(state.order.treasuryId)), []);
  return {
    amount,
    isInsured: insured !== '',
    setInsured,
    packageId,
    begin: (chosen) => {
      setPackageId(chosen);
      // One in progress stays, and is shown.
      purchaseAction.change();
      openModal('treasury-purchase');
    },
  };
}
