import { mulDivCeil, mulDivFloor, parseAmount } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import type { SwapQuote } from './quote-swap.ts';

/** How far the result may deviate from the quote: one of the page's choices, or custom basis points. */
export type SlippageChoice = 'auto' | 10n | 50n | 100n | { customBasisPoints: bigint };

export type SlippageWarning =
  /** Somebody else's next trade may make it fail. */
  | 'LOW'
  /** Others may trade around it and keep the difference. */
  | 'HIGH';

const DEFAULT_SLIPPAGE = 50n;
const LOW_BELOW = 10n;
const HIGH_ABOVE = 200n;

const MAX_SLIPPAGE_BASIS_POINTS = 5_000n;
export const PERCENT_DECIMALS = 2;

/** In basis points. Auto is 0.5 % per pool, since each pool of the route may move. Wrapping is one to one and allows none. */
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
 * The limit enforced by the exchange: the minimum received for an exact input, the maximum paid for an exact output. Rounded so that it's never worse than
 * the chosen slippage.
 */
export function limitOf({ kind, amountIn, amountOut }: SwapQuote, slippageBasisPoints: bigint): bigint {
  return kind === 'EXACT_IN'
    ? mulDivCeil(amountOut, BASIS_POINTS - slippageBasisPoints, BASIS_POINTS)
    : mulDivFloor(amountIn, BASIS_POINTS + slippageBasisPoints, BASIS_POINTS);
}

/** Parses a percentage in the locale's format, to the basis point; null if invalid or above half of the trade. */
export function readSlippage(typed: string, locale: string): bigint | null {
  const reading = parseAmount(typed, PERCENT_DECIMALS, locale, '%');
  return reading.ok && reading.amountBaseUnits <= MAX_SLIPPAGE_BASIS_POINTS ? reading.amountBaseUnits : null;
}
