import { toDecimalString } from '../../src/lib/amount.ts';
import { TOKENS } from '../ledger/account.ts';
import type { AuditFigures } from '../ledger/audit.ts';
import type { Services } from '../provider-services.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { readLastAudit, recordAudit } from './record-audit.ts';

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
  return Object.fromEntries(TOKENS.map((token) => [token, toDecimalString(uncoveredLoss[token], tokenDecimals[token])]));
}
