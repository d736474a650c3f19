import { desc } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { auditLedger, type AuditReport } from '../ledger/audit.ts';
import { depositChecks } from '../chain-watch/credit-due.ts';
import { promises } from '../modules/promises.ts';
import { ledgerAuditRun } from './schema.ts';

/** Audits the whole ledger with all promises of the modules, and records the result for monitoring. */
export async function recordAudit(database: Database, now: Date): Promise<AuditReport> {
  const report = await auditLedger(database, promises, depositChecks);
  const code = report.sound ? null : report.firstBreak.code;
  await database.insert(ledgerAuditRun).values({ id: v7({ msecs: now.getTime() }), at: now, sound: report.sound, code });
  return report;
}

export async function readLastAudit(database: Database): Promise<{ at: Date; sound: boolean } | null> {
  const [last] = await database.select().from(ledgerAuditRun).orderBy(desc(ledgerAuditRun.at)).limit(1);
  return last ?? null;
}
