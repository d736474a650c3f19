import type { Address } from 'viem';
import { removeNewcomers } from '../erasure/remove-newcomers.ts';
import { forgetAnswers } from '../http/answer-once.ts';
import { forgetPages } from '../http/steady-page.ts';
import { releaseExpiredCodes } from '../modules/codes/release-expired-codes.ts';
import { earnPremiums } from '../modules/insurance/earn-premiums.ts';
import { settleDueInsurances } from '../modules/insurance/settle-due-insurances.ts';
import { forgetUnsignedOrders } from '../modules/intent/spend.ts';
import { forgetIntents } from '../modules/intent/use-intent.ts';
import { reserveDuePrivileges } from '../modules/roles/reserve-due-privileges.ts';
import { orderBurn } from '../payouts/order-burn.ts';
import { orderMint } from '../payouts/order-mint.ts';
import { refreshPrices } from '../price/refresh-prices.ts';
import type { ProcessServices } from '../provider-services.ts';
import { tellMembers } from '../push/tell-members.ts';
import { publishApart } from '../solvency/publish-apart.ts';
import type { VaultView } from '../solvency/vault-view.ts';
import { underTerms } from '../terms/under-terms.ts';
import { watchSolvency } from '../solvency/watch-solvency.ts';
import { auditDaily } from './audit-daily.ts';
import { forgetSignIns } from './forget-sign-ins.ts';
import type { Job } from './job.ts';
import { thinObservations } from './thin-observations.ts';

/** For jobs that read the whole ledger or every member: of a hundred million entries they take an hour or two. */
const LONG_SECONDS = 6 * 3_600;

/**
 * All background jobs of the provider. `pairs` are those of its exchange; null if it knows no prices, in which case jobs that need prices
 * are left to other processes that may know them.
 */
export function listJobs(
  services: ProcessServices,
  databaseUrl: string,
  pairs: readonly Address[] | null,
  view: VaultView | null,
): readonly Job[] {
  return [
    ...(pairs === null ? [] : pricedJobs(services, pairs)),
    ...unpricedJobs(services, databaseUrl),
    ...(view === null ? [] : vaultJobs(services, view)),
  ];
}

function pricedJobs(services: ProcessServices, pairs: readonly Address[]): Job[] {
  return [
    { name: 'refresh-prices', cron: '* * * * *', run: () => refreshPrices(services).then(() => ({})) },
    {
      name: 'settle-insurances',
      cron: '* * * * *',
      run: async (now) => ({ ...(await settleDueInsurances(await underTerms(services), now)) }),
    },
    {
      name: 'thin-observations',
      cron: '23 * * * *',
      run: async (now) => ({ deleted: await thinObservations(await underTerms(services), pairs, now) }),
    },
  ];
}

function unpricedJobs(services: ProcessServices, databaseUrl: string): Job[] {
  const { database, push } = services;
  return [
    ...(push === null ? [] : [{ name: 'tell-members', cron: '* * * * *', run: (now: Date) => tellMembers({ ...services, push }, now) }]),
    { name: 'earn-premiums', cron: '11 * * * *', run: async (now) => ({ earnedUsdt: (await earnPremiums(services, now)).toString() }) },
    { name: 'release-codes', cron: '*/5 * * * *', run: async () => ({ released: await releaseExpiredCodes(services) }) },
    {
      name: 'reserve-privileges',
      cron: '*/5 * * * *',
      run: async () => ({ reserved: await reserveDuePrivileges(await underTerms(services)) }),
    },
    {
      name: 'forget',
      cron: '*/10 * * * *',
      run: async (now) => ({
        answers: await forgetAnswers(database, now),
        intents: await forgetIntents(database, now),
        unsigned: await forgetUnsignedOrders(database, now),
        pages: await forgetPages(database, now),
        ...(await forgetSignIns(database, now)),
      }),
    },
    { name: 'audit', cron: '41 * * * *', mayTakeSeconds: LONG_SECONDS, run: (now) => auditDaily(services, now) },
    {
      name: 'publish-reserves',
      cron: '17 * * * *',
      mayTakeSeconds: LONG_SECONDS,
      run: async (now) => ({ root: await publishApart({ databaseUrl, now }) }),
    },
    { name: 'remove-newcomers', cron: '47 3 * * *', run: async (now) => ({ removed: await removeNewcomers(database, now) }) },
  ];
}

function vaultJobs(services: ProcessServices, view: VaultView): Job[] {
  return [
    { name: 'order-mint', cron: '*/5 * * * *', run: async (now) => ({ orderedJuf: (await orderMint(services, now)).toString() }) },
    { name: 'order-burn', cron: '7 * * * *', run: async (now) => ({ orderedJu: (await orderBurn(services, now)).toString() }) },
    { name: 'prove-vault', cron: '*/5 * * * *', run: (now) => watchSolvency(services, view, now) },
  ];
}
