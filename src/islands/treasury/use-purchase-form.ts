import { useState } from 'react';
import { purchaseAction } from '../../stores/treasury.ts';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useDraft } from '../action/use-draft.ts';
import { showModal } from '../dialog/show-modal.ts';

/** What is filled in where JUF is bought. Amount and insurance outlive a reload and the end of the session. */
export interface PurchaseForm {
  /** Packages are compared by it too. */
  typed: string;
  setTyped: (typed: string) => void;
  isInsured: boolean;
  setInsured: (isInsured: boolean) => void;
  /** Null until one is chosen. */
  packageId: string | null;
  /** Counts how often somebody began to buy: the price is watched anew each time. */
  round: number;
  begin: (packageId: string) => void;
}

export function usePurchaseForm(locale: string): PurchaseForm {
  const [typed, setTyped] = useAmountDraft('purchase', locale);
  const [insured, setInsured] = useDraft('purchase-insured');
  const [{ packageId, round }, setBegun] = useState<{ packageId: string | null; round: number }>({ packageId: null, round: 0 });
  return {
    typed,
    setTyped,
    isInsured: insured !== '',
    setInsured: (isInsured) => setInsured(isInsured ? 'yes' : ''),
    packageId,
    round,
    begin: (chosen) => {
      setBegun({ packageId: chosen, round: round + 1 });
      // How an earlier purchase ended was read by then; one that is in flight stays, and is shown.
      purchaseAction.change();
      showModal('treasury-purchase');
    },
  };
}
