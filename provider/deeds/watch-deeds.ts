import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { ChainUnavailable } from '../chain-client.ts';
import type { Database } from '../db/database.ts';
import { type DeedSource, findUnknownDeeds, readScanned } from './find-unknown-deeds.ts';

export interface DeedWatch {
  /** Whether the vault has paid nothing unknown to this database, or the operator has settled it. */
  areSettled: () => Promise<boolean>;
}

const CHECK_EVERY_MS = 5_000;

/**
 * Holds back payouts after a restore, without writing, which the payout process may not. Compares once itself, and again whenever the database has gone
 * back behind what it had compared; in between it relies on the job's findings.
 */
export function watchDeeds(options: DeedSource & { database: Database; log: Logger; checkEveryMs?: number }): DeedWatch {
  const { database, chainId, vault, log, checkEveryMs = CHECK_EVERY_MS } = options;
  /** How far the job had compared when this process did; `null` if this process hasn't, or has found something. */
  let comparedAt: bigint | null = null;
  let checkedAtMs = -Infinity;
  let wasSettled = true;

  async function compare(): Promise<void> {
    checkedAtMs = performance.now();
    try {
      const scanned = await readScanned(database, chainId, vault);
      const { unknown } = await findUnknownDeeds(database, options);
      // Deeds that only this process has seen must be found again until they are recorded.
      if (unknown.length === 0) comparedAt = scanned ?? -1n;
      else logUnsettled(unknown.length);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }

  function logUnsettled(count: number): void {
    if (wasSettled)
      log.fatal({ deeds: count }, 'the vault has paid what this database does not know: nothing is paid until `adjust` has settled it');
    wasSettled = false;
  }

  return {
    areSettled: async () => {
      const scanned = (await readScanned(database, chainId, vault)) ?? -1n;
      if (comparedAt !== null && scanned < comparedAt) comparedAt = null;
      if (comparedAt === null && performance.now() - checkedAtMs >= checkEveryMs) await compare();
      if (comparedAt === null) return false;
      const { rows } = await database.execute<{ open: string }>(
        sql`select count(*)::text as open from unknown_deed where settled_at is null`,
      );
      const open = Number(rows[0]?.open ?? 0);
      if (open > 0) logUnsettled(open);
      else wasSettled = true;
      return open === 0;
    },
  };
}
