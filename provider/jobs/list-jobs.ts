import { eq, max, min, type SQL, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Queryable } from '../db/database.ts';
import { removeNewcomers } from '../erasure/erase-member.ts';
import { ANSWER_LIFETIME_MS } from '../http/answer-once.ts';
import { TOKENS } from '../ledger/account.ts';
import type { AuditFigures } from '../ledger/audit.ts';
import { releaseExpiredCodes } from '../modules/codes/issue-activation-codes.ts';
import { earnPremiums, settleDueInsurances } from '../modules/insurance/settle-due-insurances.ts';
import { insurance } from '../modules/insurance/schema.ts';
import { reserveDuePrivileges } from '../modules/roles/reserve-privilege.ts';
import { orderBurn, orderMint } from '../payouts/mint-and-burn.ts';
import { createPostgresPriceStore } from '../price/price-store.ts';
import { refreshPrices } from '../price/price-source.ts';
import type { ProcessServices, Services } from '../provider-services.ts';
import { tellMembers } from '../push/tell-members.ts';
import { watchSolvency } from '../solvency/prove-solvency.ts';
import { publishApart } from '../solvency/publish-tree.ts';
import type { VaultView } from '../solvency/vault-view.ts';
import { underTerms } from '../terms/terms-book.ts';
import { inTokens } from '../token-amounts.ts';
import { readLastAudit, recordAudit } from './record-audit.ts';
import type { Job } from './start-jobs.ts';

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
      run: (now) => forgetOld(database, now),
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

const DUE_AFTER_MS = 23 * 3_600_000;

/** Audits the ledger unless a process or an operator has done so within a day. */
export async function auditDaily({ database, log }: Pick<Services, 'database' | 'log'>, now: Date): Promise<Record<string, unknown>> {
  const last = await readLastAudit(database);
  if (last !== null && now.getTime() - last.at.getTime() < DUE_AFTER_MS) return { audited: false };
  const report = await recordAudit(database, now);
  if (!report.sound) log.fatal({ code: report.firstBreak.code, says: report.firstBreak.says }, 'the ledger is broken');
  else if (TOKENS.some((token) => report.figures.uncoveredLoss[token] > 0n))
    log.error({ uncoveredLoss: describe(report.figures) }, 'the vault lacks what nobody has covered');
  return { audited: true, sound: report.sound };
}

function describe({ uncoveredLoss }: AuditFigures): Record<string, string> {
  return Object.fromEntries(TOKENS.map((token) => [token, inTokens(uncoveredLoss[token], token)]));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 1_000;
/** Clocks of processes may differ slightly. */
const CLOCKS_MARGIN_MS = HOUR_MS;
const PAGE_LIFETIME_MS = 12 * HOUR_MS;
/** Expired nonces are kept this long, so that slow callers learn that theirs expired rather than that it never existed. */
const NONCE_MARGIN_MS = DAY_MS;
const SESSION_MARGIN_MS = 12 * HOUR_MS;
/** Longer than any window in which attempts are counted. */
const ATTEMPT_MARGIN_MS = DAY_MS;

/** Deletes what has expired, in batches, so that it blocks no call. Returns how many of each. */
export async function forgetOld(
  database: Queryable,
  now: Date,
): Promise<Record<'answers' | 'intents' | 'unsigned' | 'pages' | 'nonces' | 'sessions' | 'attempts' | 'lookUps', number>> {
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  return {
    answers: await deleteAll(database, sql`idempotent_answer`, sql`at`, before(ANSWER_LIFETIME_MS)),
    intents: await deleteAll(database, sql`used_intent`, sql`deadline`, before(CLOCKS_MARGIN_MS)),
    // No sum of a day counts them any more.
    unsigned: await deleteAll(database, sql`unsigned_order`, sql`at`, before(DAY_MS + CLOCKS_MARGIN_MS)),
    pages: await deleteAll(database, sql`list_page`, sql`at`, before(PAGE_LIFETIME_MS)),
    nonces: await deleteAll(database, sql`sign_in_nonce`, sql`expires_at`, before(NONCE_MARGIN_MS)),
    sessions: await deleteAll(database, sql`session`, sql`expires_at`, before(SESSION_MARGIN_MS)),
    attempts: await deleteAll(database, sql`attempt`, sql`window_start`, before(ATTEMPT_MARGIN_MS)),
    lookUps: await deleteAll(database, sql`look_up`, sql`looked_up_at`, before(ATTEMPT_MARGIN_MS)),
  };
}

/** By the index on `column`, so that no batch passes the rows of earlier ones again. */
async function deleteAll(database: Queryable, table: SQL, column: SQL, until: string): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await database.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${column} <= ${until} order by ${column} limit ${BATCH} for update skip locked))`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return deleted;
  }
}

/** Longer than any averaging window, plus a day or two by which a settlement may be late. */
const MARGIN_MS = 2 * DAY_MS;
/** Nothing is shown hourly or settled beyond this. */
const DAILY_AFTER_MS = 100 * DAY_MS;

/**
 * Keeps one observation per hour once they are too old for averaging, and one per day after 100 days, enough to value portfolios of past
 * years. An insurance settles at its last moment's price, however late that happens, so whatever an unsettled one needs is kept.
 */
export async function thinObservations(services: Services, pairs: readonly Address[], now: Date): Promise<number> {
  const { database, economy } = services;
  const [oldest] = await database
    .select({ expiresAt: min(insurance.expiresAt), longestHours: max(insurance.settlementLongHours) })
    .from(insurance)
    .where(eq(insurance.status, 'ACTIVE'));
  const neededFromMs =
    Math.min(now.getTime(), oldest?.expiresAt?.getTime() ?? Infinity) - longestWindowMs(economy, oldest?.longestHours ?? 0) - MARGIN_MS;
  const cutoffs = {
    hourlyBefore: BigInt(Math.floor(neededFromMs / HOUR_MS)) * 3_600n,
    dailyBefore: BigInt(Math.floor(Math.min(neededFromMs, now.getTime() - DAILY_AFTER_MS) / DAY_MS)) * 86_400n,
  };
  const store = createPostgresPriceStore(database);
  let deleted = 0;
  for (const pair of pairs) deleted += await store.thin(pair, cutoffs);
  return deleted;
}

function longestWindowMs(
  { insurance: { settlementWindowsHours }, treasury: { price } }: Services['economy'],
  insuredHours: number,
): number {
  return Math.max(insuredHours * HOUR_MS, ...settlementWindowsHours.map((hours) => hours * HOUR_MS), price.longWindowMinutes * 60_000);
}
