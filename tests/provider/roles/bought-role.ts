import { v7 } from 'uuid';
import { defaultEconomy } from '../../../provider/economy.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { TestProvider } from '../start-provider.ts';

/** Writes down that a member has bought a role, for tests that are not about paying for it. */
export async function boughtRole({ pool, time }: TestProvider, memberId: string, code: string): Promise<void> {
  const priceUsdt = defaultEconomy.roles.find((role) => role.code === code)?.priceUsdt ?? '0';
  await pool.query(
    `insert into member_role (id, member_id, role_code, source, paid_usdt_base_units, since) values ($1, $2, $3, 'PURCHASED', $4, $5)`,
    [v7(), memberId, code, fromDecimalString(priceUsdt, 6).toString(), time.now],
  );
}
