import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type OrderedItem, roleOrder } from '../../../src/lib/api/contract/order-intent.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import { catalogueId } from '../../catalogue-id.ts';
import { sumOf } from '../../db/columns.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { Services } from '../../provider-services.ts';
import { nameOffer, signedName } from '../../terms/offer-names.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { lockMember } from '../account/member.ts';
import { creditReferralBonuses } from '../bonuses/credit-referral-bonuses.ts';
import type { Spend } from '../intent/spend.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { readRole, type Role } from './read-role.ts';
import { memberRole } from './schema.ts';

type Call = (typeof contract)['purchaseMemberRoles'];

export function describeRole(order: BodyOf<Call>, economy: Economy): OrderedItem {
  const role = findRole(economy, order.roleId);
  if (role === undefined) throw new Refusal('ROLE_UNKNOWN');
  return roleOrder(signedName(economy, 'roles', role.code), order);
}

/** POST /profile/purchaseMemberRoles: upgrades only, for the price minus what was actually paid for earlier roles. */
export async function purchaseRole(
  transaction: Transaction,
  { economy, clock, language }: Pick<Services, 'economy' | 'clock' | 'language'>,
  memberId: string,
  { roleId }: BodyOf<Call>,
  spend: Spend,
): Promise<SentDataOf<Call>> {
  const role = findRole(economy, roleId);
  if (role === undefined) throw new Refusal('ROLE_UNKNOWN');
  await lockMember(transaction, memberId);
  // After the lock, so that the second of two concurrent purchases builds on the first.
  const now = clock();
  const current = await readRole(transaction, economy, memberId, now);
  const paid = upgradePrice(role, current, await readPaidForRoles(transaction, memberId));
  if (paid === null) throw new Refusal('ROLE_NOT_HIGHER', { detail: { current: current.code } });
  // Happens only if prices were lowered since: there is nothing to pay and nothing to post.
  if (paid === 0n) throw new Refusal('BELOW_MINIMUM');
  await spend({ token: 'USDT', amountBaseUnits: paid });
  const transactionId = v7({ msecs: now.getTime() });
  const row = await postPayment(
    transaction,
    { id: transactionId, kind: 'ROLE', occurredAt: now, entries: shareOut(memberId, paid, economy) },
    { memberId },
  );
  const id = v7({ msecs: now.getTime() });
  await transaction
    .insert(memberRole)
    .values({ id, memberId, roleCode: role.code, source: 'PURCHASED', paidUsdtBaseUnits: paid, since: now });
  await creditReferralBonuses(transaction, { buyerId: memberId, base: paid, kind: 'ROLE', saleId: id, transactionId, now, economy });
  return {
    role: { code: role.code, name: nameOffer(economy, 'roles', role.code, language) },
    paid: inTokens(paid, 'USDT'),
    transaction: row,
  };
}

function shareOut(memberId: string, paid: bigint, { pools }: Economy): Entry[] {
  const bonusPool = mulDivFloor(paid, BigInt(pools.bonusShareOfSales), BASIS_POINTS);
  return [
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits: -paid },
    { account: pooledAccount('BONUS_POOL'), token: 'USDT', amountBaseUnits: bonusPool },
    { account: pooledAccount('TREASURY'), token: 'USDT', amountBaseUnits: paid - bonusPool },
  ];
}

/** GET /profile/memberRolesList. `owned` are the roles a member was granted or has bought, and the free one. */
export async function listRoles(
  { database, economy, termsNumber, clock, language }: Services,
  memberId: string,
): Promise<SentDataOf<(typeof contract)['memberRolesList']>> {
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
      name: nameOffer(economy, 'roles', role.code, language),
      signedName: signedName(economy, 'roles', role.code),
      rank: role.rank,
      price: role.priceUsdt,
      upgradePrice: price === null ? null : inTokens(price, 'USDT'),
      walletType: 'USDT' as const,
      bonusRates: role.bonusRates,
      privilege: role.privilege,
      owned: role.rank === 0 || held.some(({ code }) => code === role.code),
      current: role.code === current.code,
    };
  });
  const paidForRoles = inTokens(paid, 'USDT');
  return { list, bonusCapRate: economy.bonuses.capRate, paidForRoles, terms: termsNumber };
}

export function roleId(code: string): string {
  return catalogueId(`member role ${code}`);
}

function findRole({ roles }: Economy, id: string): Role | undefined {
  return roles.find(({ code }) => roleId(code) === id);
}

function rolePrice({ priceUsdt }: Role): bigint {
  return fromTokens(priceUsdt, 'USDT');
}

/** What a role still costs after earlier payments; null if it isn't an upgrade. */
export function upgradePrice(role: Role, current: Role, paidBefore: bigint): bigint | null {
  if (role.rank <= current.rank) return null;
  const left = rolePrice(role) - paidBefore;
  return left > 0n ? left : 0n;
}

/** What a member has actually paid for roles, in USDT base units; granted ones count nothing. */
async function readPaidForRoles(database: Queryable, memberId: string): Promise<bigint> {
  const [row] = await database
    .select({ total: sumOf(memberRole.paidUsdtBaseUnits) })
    .from(memberRole)
    .where(eq(memberRole.memberId, memberId));
  return row?.total ?? 0n;
}
