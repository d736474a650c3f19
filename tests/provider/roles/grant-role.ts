import { v7 } from 'uuid';
import type { Queryable } from '../../../provider/db/database.ts';
import { memberRole } from '../../../provider/modules/roles/schema.ts';

/** Grants a role for free, as only a test does. It doesn't count towards the price of a later upgrade. */
export async function grantRole(database: Queryable, memberId: string, roleCode: string, since: Date): Promise<void> {
  await database
    .insert(memberRole)
    .values({ id: v7({ msecs: since.getTime() }), memberId, roleCode, source: 'GRANTED', paidUsdtBaseUnits: 0n, since });
}
