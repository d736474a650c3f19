import { expect, it } from 'vitest';
import { mayStillPass } from '../../../src/islands/swap/SwapProgress.tsx';
import type { SwapFailure } from '../../../src/lib/swap/reduce-swap-run.ts';

const hash = `0x${'ab'.repeat(32)}` as const;

it.each([
  ['UNSEEN', hash, true],
  ['UNSEEN', undefined, true],
  ['WALLET_FAILED', undefined, true],
  ['BATCH_PARTLY', undefined, true],
  ['NODE_UNREACHABLE', hash, true],
  ['NODE_UNREACHABLE', undefined, false],
  ['USER_REJECTED', undefined, false],
  ['CANCELLED', hash, false],
  ['PRICE_MOVED', hash, false],
] satisfies [SwapFailure, typeof hash | undefined, boolean][])(
  'after %s with hash %s, a swap may still go through: %s',
  (failure, sent, may) => {
    expect(mayStillPass({ failure, hash: sent })).toBe(may);
  },
);
