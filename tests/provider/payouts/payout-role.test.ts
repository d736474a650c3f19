import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { makeRole } from '../../../provider/db/roles.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

const suffix = randomUUID().replaceAll('-', '');
/** The role that creates it: owns JuFi's tables and isn't an administrator. */
const maker = `maker_${suffix}`;
const payouts = `payouts_${suffix}`;

let migrated: Awaited<ReturnType<typeof migratedDatabase>>;
let url: string;
beforeAll(async () => {
  migrated = await migratedDatabase();
  ({ url } = migrated);
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
  await asAdmin(url, (client) => client.query(`create role ${maker} login password 'maker'; grant ${owner} to ${maker}`));
});
afterAll(async () => {
  await asAdmin(url, async (client) => {
    for (const role of [payouts, maker]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      if (rowCount === 1) await client.query(`drop owned by ${role} cascade; drop role ${role}`);
    }
  });
  await migrated.drop();
});

function urlAs(role: string, password: string): string {
  const as = new URL(url);
  [as.username, as.password] = [role, password];
  return as.href;
}

async function make(name: string, password: string): Promise<void> {
  const pool = createPool(urlAs(maker, 'maker'), { max: 1, connectTimeoutMs: 10_000, lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 });
  try {
    await makeRole(createDatabase(pool), 'PAYOUTS', name, password);
  } finally {
    await pool.end();
  }
}

async function as<Result>(role: string, password: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlAs(role, password) });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

describe('the payout process’s role', () => {
  it('can’t be created by a role without that right; the missing right is named, the password isn’t', async () => {
    const refused = await make(payouts, 'a-secret').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ROLE_REFUSED' });
    expect(String(refused)).toContain(`ALTER ROLE "${maker}" CREATEROLE`);
    expect(everything(refused)).not.toContain('a-secret');
    const { rowCount } = await asAdmin(url, (client) => client.query('select from pg_roles where rolname = $1', [payouts]));
    expect(rowCount).toBe(0);
  });

  it('is created with a password that appears in no statement, and again with a new one', async () => {
    await asAdmin(url, (client) => client.query(`alter role ${maker} createrole`));
    await make(payouts, 'first-secret');
    expect(await as(payouts, 'first-secret', countOrders)).toBe(0);
    await make(payouts, 'second-secret');
    expect(await as(payouts, 'second-secret', countOrders)).toBe(0);
    const kept = await asAdmin(url, (client) =>
      client.query<{ rolpassword: string }>('select rolpassword from pg_authid where rolname = $1', [payouts]),
    );
    expect(kept.rows[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
    // invalid_password (PostgreSQL, appendix A).
    await expect(as(payouts, 'first-secret', countOrders)).rejects.toMatchObject({ code: '28P01' });
  });

  it('can neither create an order nor read members’ balances', async () => {
    for (const forbidden of ['insert into chain_order default values', 'select * from ledger_account', 'select * from member']) {
      const refused = await as(payouts, 'second-secret', (client) => client.query(forbidden)).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: '42501' });
    }
  });

  it('can’t be a role that already has rights', async () => {
    await expect(make(maker, 'x')).rejects.toMatchObject({ code: 'ROLE_REFUSED' });
  });
});

async function countOrders(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from chain_order');
  return rows[0]?.n ?? -1;
}

/** Everything a log could show of an error, including its causes. */
function everything(error: unknown): string {
  return error instanceof Error ? `${error.stack} ${JSON.stringify(error)} ${everything(error.cause)}` : String(error);
}
