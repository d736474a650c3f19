import { useCallback, useEffect, useState } from 'react';
import { $treasury, purchaseAction } from '../../stores/treasury.ts';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useDraft } from '../action/use-draft.ts';
import { showModal } from '../dialog/show-modal.ts';
import { useServerState } from '../state/use-server-state.ts';

/** What is filled in where JUF is bought. Amount and insurance outlive a reload and the end of the session. */
export interface PurchaseForm {
  /** Packages are compared by it too. */
  typed: string;
  setTyped: (typed: string) => void;
  isInsured: boolean;
  setInsured: (isInsured: boolean) => void;
  /** The one it is for: until one is chosen the first, so that it can be drawn ahead. Null while none is known. */
  packageId: string | null;
  begin: (packageId: string) => void;
}

export function usePurchaseForm(locale: string): PurchaseForm {
  const [typed, setTyped] = useAmountDraft('purchase', locale);
  const [insured, keepInsured] = useDraft('purchase-insured');
  const setInsured = useCallback((isInsured: boolean) => keepInsured(isInsured ? 'yes' : ''), [keepInsured]);
  const [packageId, setPackageId] = useState<string | null>(null);
  const first = useServerState($treasury).data?.list[0]?.id ?? null;
  // Kept, not derived: to begin with what is drawn ahead then draws nothing anew.
  useEffect(() => setPackageId((chosen) => chosen ?? first), [first]);
  return {
    typed,
    setTyped,
    isInsured: insured !== '',
    setInsured,
    packageId,
    begin: (chosen) => {
      setPackageId(chosen);
      // How an earlier purchase ended was read by then; one that is in flight stays, and is shown.
      purchaseAction.change();
      showModal('treasury-purchase');
    },
  };
}
