import type { ReactNode } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useTexts } from '../root/island.ts';

interface ReceiptProps {
  text: ReactNode;
  lines: readonly LedgerLine[];
  /** The transaction that tells the new balance as the provider reported it; omitted if it didn't change or wasn't reported. */
  balance?: Pick<TransactionRow, 'walletType' | 'balanceAfter'>;
}

/** The result of an action, as the provider reported it. */
export function Receipt({ text, lines, balance }: ReceiptProps) {
  const { review } = useTexts('action');
  return (
    <>
      <p>{text}</p>
      <Ledger lines={[...lines, ...(balance ? [balanceLine(balance, review)] : [])]} />
    </>
  );
}

function balanceLine({ walletType, balanceAfter }: NonNullable<ReceiptProps['balance']>, texts: Texts<'action'>['review']): LedgerLine {
  return {
    name: interpolate(texts.afterwards, { token: walletType }),
    value: <Figure value={balanceAfter} unit={walletType} />,
    kind: 'sum',
  };
}
