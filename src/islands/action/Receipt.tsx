import type { ReactNode } from 'react';
import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import type { DialogTexts } from './action-texts.ts';
import { TokenFigure } from './TokenFigure.tsx';

interface ReceiptProps {
  text: ReactNode;
  lines: readonly LedgerLine[];
  /** The new balance as the provider reported it; omitted if it didn't change or wasn't reported. */
  balance?: { token: 'JU' | 'JUF' | 'USDT'; after: string };
  texts: Pick<DialogTexts['action'], 'review'>;
}

/** The result of an action, as the provider reported it. */
export function Receipt({ text, lines, balance, texts }: ReceiptProps): React.JSX.Element {
  return (
    <>
      <p>{text}</p>
      <Ledger lines={[...lines, ...(balance ? [balanceLine(balance, texts)] : [])]} />
    </>
  );
}

function balanceLine({ token, after }: NonNullable<ReceiptProps['balance']>, texts: ReceiptProps['texts']): LedgerLine {
  return {
    name: interpolate(texts.review.afterwards, { token }),
    value: <TokenFigure value={fromDecimalString(after, TOKEN_DECIMALS)} unit={token} />,
    kind: 'sum',
  };
}
