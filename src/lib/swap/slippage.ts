import { mulDivCeil, mulDivFloor } from '../amount.ts';
import type { SwapQuote } from './quote-swap.ts';

/** How far the trade may end from its quote: the choices of the page, or basis points of one's own. */
export type SlippageChoice = 'auto' | 10n | 50n | 100n | { customBasisPoints: bigint };

export type SlippageWarning =
  /** The next trade of somebody else may make it fail. */
  | 'LOW'
  /** Others may trade around it and keep the difference. */
  | 'HIGH';

const DEFAULT_SLIPPAGE = 50n;
const LOW_BELOW = 10n;
const HIGH_ABOVE = 200n;
const BASIS = 10_000n;

/** In basis points. Auto is 0.5 % a pool, since each pool on the way may move. Wrapping is one for one and allows none. */
export function slippageOf(choice: SlippageChoice, quote: Pick<SwapQuote, 'path'> | undefined): bigint {
  if (quote?.path.length === 0) return 0n;
  if (choice === 'auto') return quote ? DEFAULT_SLIPPAGE * BigInt(quote.path.length - 1) : DEFAULT_SLIPPAGE;
  return typeof choice === 'bigint' ? choice : choice.customBasisPoints;
}

export function slippageWarning(choice: SlippageChoice): SlippageWarning | null {
  const basisPoints = slippageOf(choice, undefined);
  if (basisPoints < LOW_BELOW) return 'LOW';
  return basisPoints > HIGH_ABOVE ? 'HIGH' : null;
}

/**
 * What the trade must keep to, or the exchange undoes it: the least received of an exact payment, the most paid for an exact
 * receipt. Rounded so that it is never worse than the slippage chosen.
 */
export function limitOf({ kind, amountIn, amountOut }: SwapQuote, slippageBasisPoints: bigint): bigint {
  return kind === 'EXACT_IN'
    ? mulDivCeil(amountOut, BASIS - slippageBasisPoints, BASIS)
    : mulDivFloor(amountIn, BASIS + slippageBasisPoints, BASIS);
}
