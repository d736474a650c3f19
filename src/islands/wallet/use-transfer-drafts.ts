import { useCallback } from 'react';
import { type TypedAmount, useAmountDraft } from '../action/typed-amount.ts';
import { useDraft } from '../action/use-draft.ts';

export interface TransferDrafts {
  to: string;
  amount: TypedAmount;
  remark: string;
  setTo: (typed: string) => void;
  setRemark: (typed: string) => void;
  clear: () => void;
}

/** What is typed into the transfer form, which survives a reload. */
export function useTransferDrafts(token: string, decimals: number): TransferDrafts {
  const [to, setTo] = useDraft('transfer-to');
  const amount = useAmountDraft('transfer-amount', token, decimals);
  const { type } = amount;
  const [remark, setRemark] = useDraft('transfer-remark');
  const clear = useCallback(() => {
    for (const set of [setTo, type, setRemark]) set('');
  }, [setTo, type, setRemark]);
  return { to, amount, remark, setTo, setRemark, clear };
}
