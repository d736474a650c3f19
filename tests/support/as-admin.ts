import { type Client } from 'pg';
import { inject } from 'vitest';

import { databaseUrl, onServer } from './on-server.ts';

/** In a test's database, with a role that may do what JuFi's may not: switch off what guards the books, and make roles. */
export async function asAdmin<Result>(url: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  return onServer(adminUrl(url), run);
}

export function adminUrl(url: string): string {
  return databaseUrl(inject('databaseAdminUrl'), new URL(url).pathname.slice(1));
}
