import { v7 } from 'uuid';
import { type Queryable } from '../../db/database.ts';
import { type RoleCode } from '../../economy.ts';
import { memberRole } from './schema.ts';

/** Gives a role for nothing, by the operator's hand. What was not paid counts nothing towards a later upgrade. */
export async function grantRole(database: Queryable, memberId: string, roleCode: RoleCode, since: Date): Promise<void> {
  await database
    .insert(memberRole)
    .values({ id: v7({ msecs: since.getTime() }), memberId, roleCode, source: 'GRANTED', paidUsdtBaseUnits: 0n, since });
}
