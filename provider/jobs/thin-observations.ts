import { eq, max, min } from 'drizzle-orm';
import { type Address } from 'viem';
import { insurance } from '../modules/insurance/schema.ts';
import { createPostgresPriceStore } from '../price/postgres-price-store.ts';
import { type Services } from '../provider-services.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Beyond every window that a price is averaged over, and beyond a day or two that a settlement may come late. */
const MARGIN_MS = 2 * DAY_MS;
/** Nothing is shown by the hour, or settled, beyond it. */
const DAILY_AFTER_MS = 100 * DAY_MS;

/**
 * Keeps one observation an hour of what is too old to be averaged over, and one a day after 100 days, by which a portfolio of years ago is valued. An insurance settles at the price of its last moment however late that is
 * done, so nothing is thinned that one which is still to be settled looks back on.
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
