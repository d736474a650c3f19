import type { SwapStep } from './plan-swap.ts';

/** More gas than a step of this kind has ever used. */
export const GAS_OF_STEP = {
  RESET_ALLOWANCE: 80_000n,
  APPROVE: 80_000n,
  WRAP: 80_000n,
  UNWRAP: 80_000n,
  SWAP: 400_000n,
} as const satisfies Record<SwapStep['kind'], bigint>;
