/**
 * Which test files belong to which tier. `npm test` runs the quick ones: every call, page and act, the rules of the ledger and of the chain, one kill of each
 * kind. The full ones besides take longer or prove the same once more in other circumstances; `npm run test:full` runs both. Some files in either run more
 * cases in `npm run test:long`, by their variables (`run/stages.ts`).
 */

/** Test files of Vitest in the full tier; all others are in the quick one, but for tests with the tag `full`. */
export const fullTests: readonly string[] = [
  'tests/chain/campaigns.test.ts',
  'tests/chain/compile.test.ts',
  'tests/chain/exchange-invariants.test.ts',
  'tests/chain/market.test.ts',
  'tests/chain/seed-trades.test.ts',
  'tests/deploy/*.test.ts',
  'tests/development-wallet/production-build.test.ts',
  'tests/docs/follow-the-docs.test.ts',
  'tests/integrations/pseudo-texts.test.ts',
  'tests/lib/chain/wallets/walletconnect.test.ts',
  'tests/provider/account/newcomers.test.ts',
  'tests/provider/bonuses/bonus-cap.test.ts',
  'tests/provider/bonuses/late-binding.test.ts',
  'tests/provider/chain-watch/faulty-node.test.ts',
  'tests/provider/chain-watch/members.test.ts',
  'tests/provider/clock-watch.test.ts',
  'tests/provider/dashboard/portfolio-history.test.ts',
  'tests/provider/db/migrate-in-processes.test.ts',
  'tests/provider/development/*.test.ts',
  'tests/provider/durability/failover.test.ts',
  'tests/provider/durability/patroni.test.ts',
  'tests/provider/durability/pgbouncer.test.ts',
  'tests/provider/durability/upgrade.test.ts',
  'tests/provider/economy-model/worst-plans.test.ts',
  'tests/provider/http/availability.test.ts',
  'tests/provider/http/database-away.test.ts',
  'tests/provider/http/deadline.test.ts',
  'tests/provider/http/flood.test.ts',
  'tests/provider/http/growth.test.ts',
  'tests/provider/http/limit-calls.test.ts',
  'tests/provider/http/malformed-requests.test.ts',
  'tests/provider/http/sockets/guarded-servers.test.ts',
  'tests/provider/jobs/jobs.test.ts',
  'tests/provider/jobs/start-jobs.test.ts',
  'tests/provider/metrics/metrics.test.ts',
  'tests/provider/metrics/watching-payouts.test.ts',
  'tests/provider/operator/acts.test.ts',
  'tests/provider/operator/cli.test.ts',
  'tests/provider/operator/contracts.test.ts',
  'tests/provider/operator/deploy.test.ts',
  'tests/provider/operator/erase.test.ts',
  'tests/provider/operator/proceeds.test.ts',
  'tests/provider/operator/restore.test.ts',
  'tests/provider/operator/staff.test.ts',
  'tests/provider/operator/support.test.ts',
  'tests/provider/operator/terms-commands.test.ts',
  'tests/provider/operator/what-is-out.test.ts',
  'tests/provider/payouts/fair-turns.test.ts',
  'tests/provider/payouts/faulty-node.test.ts',
  'tests/provider/payouts/hostile-recipients.test.ts',
  'tests/provider/payouts/random-money.test.ts',
  'tests/provider/price/collect-observations.test.ts',
  'tests/provider/price/held-off.test.ts',
  'tests/provider/price/price-source.test.ts',
  'tests/provider/price/priced-dashboard.test.ts',
  'tests/provider/profile/edit-profile.test.ts',
  'tests/provider/profile/edit-uid.test.ts',
  'tests/provider/profile/username-changes.test.ts',
  'tests/provider/push/push.test.ts',
  'tests/provider/staking/model.test.ts',
  'tests/provider/staking/races.test.ts',
  'tests/provider/team/team-follows.test.ts',
  'tests/provider/team/team.test.ts',
  'tests/provider/terms/any-offers.test.ts',
  'tests/provider/treasury/model.test.ts',
  'tests/provider/treasury/races.test.ts',
  'tests/provider/wallet/look-ups.test.ts',
  'tests/provider/wallet/subjects.test.ts',
  'tests/rehearse/rehearse.test.ts',
  'tests/server/build-if-needed.test.ts',
  'tests/server/cards/draw-card.test.ts',
  'tests/server/dev-node.test.ts',
  'tests/server/embedded-postgres.test.ts',
  'tests/server/lifecycle.test.ts',
  'tests/server/whole-copy.test.ts',
];

/** Test files of the browser in the quick tier, but for tests with the tag `@full`; all others are in the full one, but for those with `@quick`. */
export const quickJourneys: readonly string[] = [
  'accessibility.e2e.ts',
  'bonuses.e2e.ts',
  'claim-all.e2e.ts',
  'roles.e2e.ts',
  'score.e2e.ts',
  'sign-in.e2e.ts',
  'signed-orders.e2e.ts',
  'staking-positions.e2e.ts',
  'staking-stake.e2e.ts',
  'swap-batch.e2e.ts',
  'team.e2e.ts',
  'treasury-purchase.e2e.ts',
  'treasury-vesting.e2e.ts',
  'visit-rule.e2e.ts',
  'vote.e2e.ts',
  'wallet-deposit.e2e.ts',
  'wallet-money-in-and-out.e2e.ts',
];

/**
 * Test files of the browser that run in Firefox too, in the full tier. Those that lose an answer by `route.fetch` can't: Playwright waits there for a body that
 * Firefox doesn't hand out.
 */
export const inFirefoxToo: readonly string[] = ['sign-in.e2e.ts', 'vote.e2e.ts'];

/** Tests of the quick tier that run on the oldest supported PostgreSQL too. */
export const quickOnOldestPostgres: readonly string[] = [
  'tests/second-postgres/*.test.ts',
  'tests/provider/db/migrate.test.ts',
  'tests/provider/ledger/!(model|races).test.ts',
];

/** Of the provider, the other tests for which the database itself decides. */
export const fullOnOldestPostgres: readonly string[] = [
  'tests/provider/db/!(migrate).test.ts',
  'tests/provider/ledger/{model,races}.test.ts',
  'tests/provider/jobs/jobs.test.ts',
  'tests/provider/dashboard/home.test.ts',
  'tests/provider/power/power.test.ts',
  'tests/provider/wallet/transaction-list.test.ts',
];
