import type { Client } from 'pg';
import { inject } from 'vitest';

import { databaseUrl, onServer } from './on-server.ts';

/** Runs on a test's database with a role that has rights JuFi's lacks: to disable the ledger's triggers and to create roles. */
export async function asAdmin<Result>(url: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  return onServer(adminUrl(url), run);
}

export function adminUrl(url: string): string {
  return databaseUrl(inject('databaseAdminUrl'), new URL(url).pathname.slice(1));
}
