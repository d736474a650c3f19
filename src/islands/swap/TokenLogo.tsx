import { tokenLogos } from '../../lib/token-logos.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';

/** A token's sign on a disc of its own colour. */
export function TokenLogo({ symbol }: { symbol: SwapSymbol }): React.JSX.Element {
  const { tone, path } = tokenLogos[symbol];
  return (
    <svg className={`coin coin-${tone}`} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d={path} fillRule="evenodd" />
    </svg>
  );
}
