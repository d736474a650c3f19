import { v7 } from 'uuid';
import type { Queryable } from '../../db/database.ts';
import type { RoleCode } from '../../economy.ts';
import { memberRole } from './schema.ts';

/** Grants a role for free, by the operator. It doesn't count towards the price of a later upgrade. */
export async function grantRole(database: Queryable, memberId: string, roleCode: RoleCode, since: Date): Promise<void> {
  await database
    .insert(memberRole)
    .values({ id: v7({ msecs: since.getTime() }), memberId, roleCode, source: 'GRANTED', paidUsdtBaseUnits: 0n, since });
}
