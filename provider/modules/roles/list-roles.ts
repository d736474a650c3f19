import { eq } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { nameRole } from './name-role.ts';
import { readPaidForRoles } from './read-paid.ts';
import { readRole } from './read-role.ts';
import { roleId, upgradePrice } from './role-offer.ts';
import { memberRole } from './schema.ts';

/** GET /profile/memberRolesList. `owned` are the roles a member was granted or has bought, and the free one. */
export async function listRoles(
  { database, economy, termsNumber, clock }: Services,
  memberId: string,
): Promise<DataOf<(typeof contract)['memberRolesList']>> {
  const [current, paid, held] = await Promise.all([
    readRole(database, economy, memberId, clock()),
    readPaidForRoles(database, memberId),
    database.select({ code: memberRole.roleCode }).from(memberRole).where(eq(memberRole.memberId, memberId)),
  ]);
  const list = economy.roles.map((role) => {
    const price = upgradePrice(role, current, paid);
    return {
      id: roleId(role.code),
      code: role.code,
      name: nameRole(role.code),
      rank: role.rank,
      price: role.priceUsdt,
      upgradePrice: price === null ? null : toDecimalString(price, tokenDecimals.USDT),
      walletType: 'USDT' as const,
      bonusRates: role.bonusRates,
      privilege: role.privilege,
      owned: role.rank === 0 || held.some(({ code }) => code === role.code),
      current: role.code === current.code,
    };
  });
  return { list, bonusCapRate: economy.bonuses.capRate, terms: termsNumber };
}
