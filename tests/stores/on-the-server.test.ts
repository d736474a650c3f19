// @vitest-environment node
import type { ReadableAtom } from 'nanostores';
import { expect, it } from 'vitest';

/** What islands ask while the server renders them. Asking mounts a store, and what throws then fails the build, though not each time. */
const asked: Record<string, () => Promise<ReadableAtom<unknown>>> = {
  swaps: async () => (await import('../../src/stores/sent-transactions.ts')).$swaps,
  deposits: async () => (await import('../../src/stores/movements.ts')).$followedDeposits,
  payouts: async () => (await import('../../src/stores/movements.ts')).$followedPayouts,
  'claim all': async () => (await import('../../src/stores/claim-all.ts')).claimAllAction.$state,
  transfer: async () => (await import('../../src/stores/transfer.ts')).transferAction.$state,
  time: async () => (await import('../../src/stores/now.ts')).$nowMs,
};

it.each(Object.keys(asked))('%s can be asked for on the server', async (name) => {
  const $store = await asked[name]?.();
  expect(() => $store?.get()).not.toThrow();
  expect($store).toBeDefined();
});
