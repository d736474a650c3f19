import { depositChecks } from '../chain-watch/deposit-checks.ts';
import type { AuditCheck } from '../ledger/audit.ts';

/** Inconsistencies between the modules' own tables and the ledger, for the audit. */
export const moduleChecks: readonly AuditCheck[] = [...depositChecks];
