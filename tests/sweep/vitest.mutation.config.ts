import { defineConfig } from 'vitest/config';

/** What mutation testing runs for each mutant: the unit tests of what is mutated, which need neither database nor chain. */
export default defineConfig({
  test: {
    root: process.cwd(),
    testTimeout: 30_000,
    env: { TZ: 'UTC' },
    include: [
      'tests/lib/amount.test.ts',
      'tests/lib/session/*.test.ts',
      'tests/lib/storage/store-session.test.ts',
      'tests/stores/session.test.ts',
      'tests/lib/transfer/transfer.test.ts',
      'tests/lib/wallet-flow/check-sign-in-message.test.ts',
      'tests/provider/account/read-sign-in-message.test.ts',
      'tests/provider/account/recover-signer.test.ts',
      'tests/provider/intent/*.test.ts',
      'tests/provider/ledger/plan-postings.test.ts',
      'tests/provider/treasury/plan-purchase.test.ts',
      'tests/provider/wallet/plan-transfer.test.ts',
    ],
  },
});
