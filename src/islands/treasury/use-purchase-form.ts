import { useCallback, useEffect, useState } from 'react';
import { $treasury, purchaseAction } from '../../stores/treasury.ts';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useDraft } from '../action/use-draft.ts';
import { showModal } from '../dialog/show-modal.ts';
import { useServerState } from '../state/use-server-state.ts';

/** The purchase form. Amount and insurance survive a reload and the end of the session. */
export interface PurchaseForm {
  /** Also used to compare packages. */
  typed: string;
  setTyped: (typed: string) => void;
  isInsured: boolean;
  setInsured: (isInsured: boolean) => void;
  /** The chosen package; initially the first, so that it can be rendered ahead. Null while none is known. */
  packageId: string | null;
  begin: (packageId: string) => void;
}

export function usePurchaseForm(): PurchaseForm {
  const [typed, setTyped] = useAmountDraft('purchase');
  const [insured, keepInsured] = useDraft('purchase-insured');
  const setInsured = useCallback((isInsured: boolean) => keepInsured(isInsured ? 'yes' : ''), [keepInsured]);
  const [packageId, setPackageId] = useState<string | null>(null);
  const first = useServerState($treasury).data?.list[0]?.id ?? null;
  // Kept in state, not derived: opening then re-renders nothing that was rendered ahead.
  useEffect(() => setPackageId((chosen) => chosen ?? first), [first]);
  return {
    typed,
    setTyped,
    isInsured: insured !== '',
    setInsured,
    packageId,
    begin: (chosen) => {
      setPackageId(chosen);
      // The member has already seen how an earlier purchase ended. One in progress stays, and is shown.
      purchaseAction.change();
      showModal('treasury-purchase');
    },
  };
}
