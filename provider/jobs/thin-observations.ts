import { eq, max, min } from 'drizzle-orm';
import type { Address } from 'viem';
import { insurance } from '../modules/insurance/schema.ts';
import { createPostgresPriceStore } from '../price/postgres-price-store.ts';
import type { Services } from '../provider-services.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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
