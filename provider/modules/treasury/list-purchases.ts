import { and, count, desc, eq } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { vestedJuf, vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import type { PackageCode } from '../../economy.ts';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { insurance } from '../insurance/schema.ts';
import { PRICE_DECIMALS } from '../../price/read-prices.ts';
import { namePackage } from './find-package.ts';
import { treasuryPackage, treasuryPurchase, type TreasuryPurchase } from './schema.ts';

type Call = (typeof contract)['purchaseTreasuryHistory'];
type PurchaseRow = DataOf<Call>['list']['content'][number];

/** GET /sales/purchaseTreasuryHistory: newest first. */
export async function listPurchases(services: Services, session: Session, query: QueryOf<Call>): Promise<DataOf<Call>> {
  const { database, clock } = services;
  const isTheirs = eq(treasuryPurchase.memberId, session.member.id);
  const [total] = await database.select({ rows: count() }).from(treasuryPurchase).where(isTheirs);
  const { offset, limit, totalPages } = await steadyPage(services, session, {
    name: 'purchaseTreasuryHistory',
    query,
    total: BigInt(total?.rows ?? 0),
  });
  const rows = await database
    .select({ purchase: treasuryPurchase, code: treasuryPackage.code, insuranceId: insurance.id })
    .from(treasuryPurchase)
    .innerJoin(treasuryPackage, eq(treasuryPackage.id, treasuryPurchase.packageId))
    .leftJoin(insurance, and(eq(insurance.purchaseId, treasuryPurchase.id), eq(insurance.status, 'ACTIVE')))
    .where(isTheirs)
    .orderBy(desc(treasuryPurchase.id))
    .limit(Number(limit))
    .offset(Number(offset));
  const now = clock();
  const content = rows.map(({ purchase, code, insuranceId }) => describe(purchase, { code, insured: insuranceId !== null }, now));
  return { list: { content, totalPages } };
}

function describe(purchase: TreasuryPurchase, { code, insured }: { code: PackageCode; insured: boolean }, now: Date): PurchaseRow {
  const endsAt = vestingEndsAt(purchase);
  const juf = (amountBaseUnits: bigint): string => toDecimalString(amountBaseUnits, tokenDecimals.JUF);
  return {
    id: purchase.id,
    treasuryName: namePackage(code),
    paid: toDecimalString(purchase.paidUsdt, tokenDecimals.USDT),
    price: toDecimalString(purchase.price18, PRICE_DECIMALS),
    juf: juf(purchase.juf),
    vestedJuf: juf(vestedJuf(purchase, now)),
    claimedJuf: juf(purchase.claimedJuf),
    vestingEndsAt: endsAt.toISOString(),
    /** Whether it's covered now. */
    insured,
    status: purchase.claimedJuf === purchase.juf ? 'CLAIMED' : now < endsAt ? 'VESTING' : 'VESTED',
    createdAt: purchase.createdAt.toISOString(),
  };
}
