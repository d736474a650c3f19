import type { SwapSymbol } from '../../lib/swap/swap-token.ts';

/** Drawn on a 24 px square, in the page's text colour. */
const LOGOS: Readonly<Record<SwapSymbol, string>> = {
  JUF: 'M7 6.5h4v7.5a2.5 2.5 0 0 1-5 0M14.5 17.5v-11H19M14.5 12h3.5',
  USDT: 'M6 7.5h12M12 7.5v10M7 11.500c0 1.2 2.2 2 5 2s5-.8 5-2-2.200-2-5-2-5 .8-5 2',
  JU: 'M9.500 7h4v7.5a3 3 0 0 1-6 0M17.500 7v10.500',
  WJU: 'M5 5h14v14H5zM10 8.500h4v5a2 2 0 0 1-4 .5',
};

export function TokenLogo({ symbol }: { symbol: SwapSymbol }): React.JSX.Element {
  return (
    <svg className="coin" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11.500" />
      <path d={LOGOS[symbol]} />
    </svg>
  );
}
