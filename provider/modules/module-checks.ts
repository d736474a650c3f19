import { depositChecks } from '../chain-watch/deposit-checks.ts';
import { type AuditCheck } from '../ledger/audit-checks.ts';

/** What the audit finds between the modules' own tables and the ledger. */
export const moduleChecks: readonly AuditCheck[] = [...depositChecks];
