import { and, count, desc, eq } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { vestedJuf, vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import type { Economy } from '../../economy.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { lastKnown, PRICE_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { nameOffer, signedName } from '../../terms/offer-names.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { capacityOf } from '../insurance/insurance-terms.ts';
import { insurance } from '../insurance/schema.ts';
import { packageId } from './find-package.ts';
import { treasuryPackage, treasuryPurchase, type TreasuryPurchase } from './schema.ts';
import { capOf, readMinting } from './treasury-supply.ts';

type TreasuryList = DataOf<(typeof contract)['treasuryList']>;

/** GET /sales/treasuryList */
export async function listTreasury(services: Services): Promise<TreasuryList> {
  const { database, economy, termsNumber, prices, clock } = services;
  const [list, reading, { mintedJuf, contractCapJuf }, poolUsdt] = await Promise.all([
    listPackages(services),
    prices.juf(clock()),
    readMinting(database, economy),
    accountBalance(database, pooledAccount('INSURANCE_POOL_FREE'), 'USDT'),
  ]);
  const price = lastKnown(reading);
  return {
    list,
    jufPrice: price === null ? null : toDecimalString(price.price18, PRICE_DECIMALS),
    jufPriceAt: price?.at.toISOString() ?? null,
    maxMintingCap: toDecimalString(capOf(economy, contractCapJuf), tokenDecimals.JUF),
    mintedJuf: toDecimalString(mintedJuf, tokenDecimals.JUF),
    insuranceCapacity: toDecimalString(capacityOf(poolUsdt, economy), tokenDecimals.USDT),
    terms: termsNumber,
  };
}

export async function listPackages(services: Pick<Services, 'database' | 'economy' | 'language'>): Promise<TreasuryList['list']> {
  const sales = await services.database.select().from(treasuryPackage);
  return services.economy.treasury.packages.flatMap((terms) => {
    const sale = sales.find(({ id }) => id === packageId(terms.code));
    return sale === undefined ? [] : [presentPackage(terms, sale, services)];
  });
}

function presentPackage(
  { code, discountRate, vestingDays, powerPerJuf }: Economy['treasury']['packages'][number],
  { id, closedAt, soldJuf }: typeof treasuryPackage.$inferSelect,
  { economy, language }: Pick<Services, 'economy' | 'language'>,
): TreasuryList['list'][number] {
  const { treasury, insurance } = economy;
  return {
    id,
    name: nameOffer(economy, 'packages', code, language),
    signedName: signedName(economy, 'packages', code),
    walletType: 'USDT',
    minAmount: treasury.minUsdt,
    maxAmount: treasury.maxUsdt,
    discountRate,
    vestingDays,
    insurancePremiumRate: insurance.premiumRate,
    insuranceMaxPayoutRate: insurance.maxPayoutRate,
    insuranceDays: insurance.days,
    powerPerJuf,
    soldJuf: toDecimalString(soldJuf, tokenDecimals.JUF),
    status: closedAt === null ? 'OPEN' : 'CLOSED',
  };
}

type Call = (typeof contract)['purchaseTreasuryHistory'];
type PurchaseRow = DataOf<Call>['list']['content'][number];

/** GET /sales/purchaseTreasuryHistory: newest first. */
export async function listPurchases(services: Services, session: Session, query: QueryOf<Call>): Promise<DataOf<Call>> {
  const { database, economy, clock, language } = services;
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
  const content = rows.map(({ purchase, code, insuranceId }) =>
    presentPurchase(purchase, { name: nameOffer(economy, 'packages', code, language), insured: insuranceId !== null }, now),
  );
  return { list: { content, totalPages } };
}

function presentPurchase(purchase: TreasuryPurchase, { name, insured }: { name: string; insured: boolean }, now: Date): PurchaseRow {
  const endsAt = vestingEndsAt(purchase);
  const juf = (amountBaseUnits: bigint): string => toDecimalString(amountBaseUnits, tokenDecimals.JUF);
  return {
    id: purchase.id,
    treasuryName: name,
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
