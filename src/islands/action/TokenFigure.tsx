import { exactDigits } from '../../lib/exact-digits.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { Figure } from '../figures/Figure.tsx';

interface TokenFigureProps {
  /** In 10⁻¹⁸ tokens; null shows a dash. */
  value: bigint | null;
  locale: string;
  unit?: 'JU' | 'JUF' | 'USDT';
  fractionDigits?: number;
  /** To the last digit, for what is paid. */
  isExact?: boolean;
  sign?: '+' | '−';
}

/** A token amount, or a dash while it isn't known. */
export function TokenFigure({ value, isExact = false, ...rest }: TokenFigureProps): React.JSX.Element {
  if (value === null) return <span className="num">–</span>;
  const exact = isExact ? { fractionDigits: exactDigits(value, TOKEN_DECIMALS) } : {};
  return <Figure value={value} decimals={TOKEN_DECIMALS} {...rest} {...exact} />;
}
