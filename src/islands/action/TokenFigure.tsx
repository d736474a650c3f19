import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { Figure } from '../figures/Figure.tsx';

interface TokenFigureProps {
  /** In 10⁻¹⁸ tokens; null shows a dash. */
  value: bigint | null;
  unit?: 'JU' | 'JUF' | 'USDT';
  fractionDigits?: number;
  sign?: '+' | '−';
}

/** A token amount, or a dash while it isn't known. */
export function TokenFigure({ value, ...rest }: TokenFigureProps): React.JSX.Element {
  return value === null ? <span className="num">–</span> : <Figure value={value} decimals={TOKEN_DECIMALS} {...rest} />;
}
