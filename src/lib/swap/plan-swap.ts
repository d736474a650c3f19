import type { Address } from '../chain/wallets/eip1193.ts';
import type { SwapQuote } from './quote-swap.ts';
import { isNative } from './swap-token.ts';

/** One transaction of a swap, in the order in which the wallet sends them. */
export type SwapStep =
  /** Some tokens only allow changing an allowance from zero. */
  | { kind: 'RESET_ALLOWANCE'; token: Address; spender: Address }
  | { kind: 'APPROVE'; token: Address; spender: Address; amount: bigint }
  | { kind: 'WRAP'; amount: bigint }
  | { kind: 'UNWRAP'; amount: bigint }
  | { kind: 'SWAP'; call: RouterCall; value: bigint };

/** The router's functions that a swap uses; deadline and recipient are added when it's sent. */
export type RouterCall =
  | { functionName: 'swapExactTokensForTokens' | 'swapExactTokensForETH'; amountIn: bigint; amountOutMin: bigint; path: readonly Address[] }
  | { functionName: 'swapTokensForExactTokens' | 'swapTokensForExactETH'; amountOut: bigint; amountInMax: bigint; path: readonly Address[] }
  | { functionName: 'swapExactETHForTokens'; amountOutMin: bigint; path: readonly Address[] }
  | { functionName: 'swapETHForExactTokens'; amountOut: bigint; path: readonly Address[] };

export interface SwapSituation {
  quote: SwapQuote;
  /** `limitOf` the quote. */
  limit: bigint;
  router: Address;
  /** The router's allowance of the input token; irrelevant for JU. */
  allowance: bigint;
  /** Whether the token allows changing an allowance that isn't zero. */
  changesAllowance: boolean;
}

/** More gas than a step of this kind has ever used. */
export const GAS_OF_STEP = {
  RESET_ALLOWANCE: 80_000n,
  APPROVE: 80_000n,
  WRAP: 80_000n,
  UNWRAP: 80_000n,
  SWAP: 400_000n,
} as const satisfies Record<SwapStep['kind'], bigint>;

/**
 * The steps of a swap, with exact approvals. EIP-2612 permits aren't used: the Uniswap-V2 router has no swap that takes one, so a permit would cost a
 * signature plus the same transaction as an approval.
 */
export function planSwap(situation: SwapSituation): SwapStep[] {
  const { quote } = situation;
  if (quote.path.length === 0) return [{ kind: isNative(quote.tokenIn) ? 'WRAP' : 'UNWRAP', amount: quote.amountIn }];
  return [...planApproval(situation), planTrade(situation)];
}

/** The most that can leave the wallet. */
export function amountAtMost({ quote, limit }: Pick<SwapSituation, 'quote' | 'limit'>): bigint {
  return quote.kind === 'EXACT_IN' ? quote.amountIn : limit;
}

function planApproval({ quote, limit, router, allowance, changesAllowance }: SwapSituation): SwapStep[] {
  const amount = amountAtMost({ quote, limit });
  if (isNative(quote.tokenIn) || allowance >= amount) return [];
  const token = quote.tokenIn.address;
  const approve: SwapStep = { kind: 'APPROVE', token, spender: router, amount };
  return allowance === 0n || changesAllowance ? [approve] : [{ kind: 'RESET_ALLOWANCE', token, spender: router }, approve];
}

function planTrade({ quote, limit }: SwapSituation): SwapStep {
  const { kind, tokenIn, tokenOut, amountIn, amountOut, path } = quote;
  if (kind === 'EXACT_IN') {
    if (isNative(tokenIn))
      return { kind: 'SWAP', call: { functionName: 'swapExactETHForTokens', amountOutMin: limit, path }, value: amountIn };
    const functionName = isNative(tokenOut) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens';
    return { kind: 'SWAP', call: { functionName, amountIn, amountOutMin: limit, path }, value: 0n };
  }
  // Surplus coins are returned in the same transaction.
  if (isNative(tokenIn)) return { kind: 'SWAP', call: { functionName: 'swapETHForExactTokens', amountOut, path }, value: limit };
  const functionName = isNative(tokenOut) ? 'swapTokensForExactETH' : 'swapTokensForExactTokens';
  return { kind: 'SWAP', call: { functionName, amountOut, amountInMax: limit, path }, value: 0n };
}
