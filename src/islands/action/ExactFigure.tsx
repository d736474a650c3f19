import { exactDigits } from '../../lib/exact-digits.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { TokenFigure } from './TokenFigure.tsx';

type ExactFigureProps = Omit<React.ComponentProps<typeof TokenFigure>, 'fractionDigits'>;

/** A token amount to its last digit, for what is paid. Apart from `TokenFigure`, because only reviews and receipts need it. */
export function ExactFigure(props: ExactFigureProps): React.JSX.Element {
  return <TokenFigure {...props} fractionDigits={exactDigits(props.value ?? 0n, TOKEN_DECIMALS)} />;
}
