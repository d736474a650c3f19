import { useCallback } from 'react';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useDraft } from '../action/use-draft.ts';

export interface TransferDrafts {
  to: string;
  amount: string;
  remark: string;
  setTo: (typed: string) => void;
  setAmount: (typed: string) => void;
  setRemark: (typed: string) => void;
  clear: () => void;
}

/** What is typed into the transfer form, which survives a reload. */
export function useTransferDrafts(): TransferDrafts {
  const [to, setTo] = useDraft('transfer-to');
  const [amount, setAmount] = useAmountDraft('transfer-amount');
  const [remark, setRemark] = useDraft('transfer-remark');
  const clear = useCallback(() => {
    for (const set of [setTo, setAmount, setRemark]) set('');
  }, [setTo, setAmount, setRemark]);
  return { to, amount, remark, setTo, setAmount, setRemark, clear };
}
