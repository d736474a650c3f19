import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';

/** How many members new terms could affect. */
export interface Concerned {
  members: number;
  /** Roles that members bought or were granted. */
  roles: number;
  /** Members who bought a role. */
  roleBuyers: number;
  /** Purchases that haven't been claimed completely. */
  purchases: number;
  insurances: number;
  stakes: number;
  turboCharges: number;
  /** Members who bought points. */
  pointBuyers: number;
  /** Codes of roles that are held, or that unused codes give. */
  rolesInUse: string[];
}

export async function readConcerned(database: Queryable, now: Date): Promise<Concerned> {
  const at = now.toISOString();
  const { rows } = await database.execute<{ counts: Concerned }>(sql`select json_build_object(
    'members', (select count(*) from member),
    'roles', (select count(*) from member_role),
    'roleBuyers', (select count(distinct member_id) from member_role where source = 'PURCHASED'),
    'purchases', (select count(*) from treasury_purchase where claimed_juf < juf),
    'insurances', (select count(*) from insurance where status = 'ACTIVE'),
    'stakes', (select count(*) from staking where withdrawn_at is null),
    'turboCharges', (select count(*) from staking_turbo where ends_at > ${at}::timestamptz),
    'pointBuyers', (select count(distinct member_id) from score_entry where kind = 'PURCHASE'),
    'rolesInUse', (select coalesce(json_agg(code), '[]') from (
      select role_code as code from member_role
      union select role_code from activation_code where role_code is not null and used_at is null and released_at is null and expires_at > ${at}::timestamptz
    ) used)) as counts`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database counted nothing');
  return row.counts;
}
