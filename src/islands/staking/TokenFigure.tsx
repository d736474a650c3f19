import { STAKING_DECIMALS } from '../../lib/staking/staking-types.ts';
import { Figure } from '../figures/Figure.tsx';

interface TokenFigureProps {
  /** In base units; a dash stands for what is not known. */
  value: bigint | null;
  locale: string;
  unit?: 'JU' | 'JUF' | 'USDT';
  fractionDigits?: number;
  sign?: '+' | '−';
}

/** An amount of JUF, of JU, or of something else counted in as many digits. */
export function TokenFigure({ value, ...rest }: TokenFigureProps): React.JSX.Element {
  return value === null ? <span className="num">–</span> : <Figure value={value} decimals={STAKING_DECIMALS} {...rest} />;
}
