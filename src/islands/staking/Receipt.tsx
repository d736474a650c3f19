import type { ReactNode } from 'react';
import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { STAKING_DECIMALS } from '../../lib/staking/staking-types.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import type { DialogTexts } from './staking-texts.ts';
import { TokenFigure } from './TokenFigure.tsx';

interface ReceiptProps {
  text: ReactNode;
  lines: readonly LedgerLine[];
  /** What the provider says the balance is now. */
  balance: { token: 'JU' | 'JUF'; after: string };
  locale: string;
  texts: DialogTexts['action'];
}

/** What an action came to, by the provider's answer. */
export function Receipt({ text, lines, balance, locale, texts }: ReceiptProps): React.JSX.Element {
  return (
    <>
      <p>{text}</p>
      <Ledger
        lines={[
          ...lines,
          {
            name: interpolate(texts.review.afterwards, { token: balance.token }),
            value: <TokenFigure value={fromDecimalString(balance.after, STAKING_DECIMALS)} locale={locale} unit={balance.token} />,
            kind: 'sum',
          },
        ]}
      />
    </>
  );
}
