import { BASIS_POINTS } from '../basis-points.ts';

/**
 * The arithmetic of an exchange with the Uniswap-V2 interface, in the router's integers: every result equals the router's to the last unit. The fee is in
 * basis points of the input.
 */

export interface TradeReserves {
  reserveIn: bigint;
  reserveOut: bigint;
}

export type ExchangeMathCode = 'INSUFFICIENT_INPUT_AMOUNT' | 'INSUFFICIENT_OUTPUT_AMOUNT' | 'INSUFFICIENT_LIQUIDITY' | 'INVALID_FEE';

export class ExchangeMathError extends Error {
  override readonly name = 'ExchangeMathError';
  readonly code: ExchangeMathCode;

  constructor(code: ExchangeMathCode) {
    super(`The exchange has no answer: ${code}`);
    this.code = code;
  }
}

/** The output of a trade of `amountIn`; rounded down, in the pool's favour. */
export function getAmountOut(amountIn: bigint, { reserveIn, reserveOut }: TradeReserves, feeBasisPoints: bigint): bigint {
  if (amountIn <= 0n) throw new ExchangeMathError('INSUFFICIENT_INPUT_AMOUNT');
  if (reserveIn <= 0n || reserveOut <= 0n) throw new ExchangeMathError('INSUFFICIENT_LIQUIDITY');
  const kept = amountIn * keptShare(feeBasisPoints);
  return (kept * reserveOut) / (reserveIn * BASIS_POINTS + kept);
}

/** The minimum input for `amountOut`: the router adds one unit to the quotient rounded down, in the pool's favour. */
export function getAmountIn(amountOut: bigint, { reserveIn, reserveOut }: TradeReserves, feeBasisPoints: bigint): bigint {
  if (amountOut <= 0n) throw new ExchangeMathError('INSUFFICIENT_OUTPUT_AMOUNT');
  if (reserveIn <= 0n || reserveOut <= amountOut) throw new ExchangeMathError('INSUFFICIENT_LIQUIDITY');
  return (reserveIn * amountOut * BASIS_POINTS) / ((reserveOut - amountOut) * keptShare(feeBasisPoints)) + 1n;
}

function keptShare(feeBasisPoints: bigint): bigint {
  if (feeBasisPoints < 0n || feeBasisPoints >= BASIS_POINTS) throw new ExchangeMathError('INVALID_FEE');
  return BASIS_POINTS - feeBasisPoints;
}
