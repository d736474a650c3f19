import { and, count, desc, eq } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { vestedJuf, vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import { catalogueId } from '../../catalogue-id.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { lastKnown, PRICE_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { nameOffer, signedName } from '../../terms/offer-names.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { capacityOf } from '../insurance/insurance-terms.ts';
import { insurance } from '../insurance/schema.ts';
import { treasuryPackage, treasuryPurchase, type TreasuryPurchase, treasurySupply } from './schema.ts';

/**
 * All JUF that exists or is owed: minted by the contract, or sold and yet to be minted; and the contract's cap, null until it was read. Until then the
 * terms say what had been minted before sales began.
 */
export async function readMinting(
  database: Queryable,
  { treasury }: Economy,
): Promise<{ mintedJuf: bigint; contractCapJuf: bigint | null }> {
  const [row] = await database.select().from(treasurySupply);
  const elsewhereJuf = row?.elsewhereJuf ?? fromTokens(treasury.mintedBeforeSalesJuf, 'JUF');
  return { mintedJuf: elsewhereJuf + (row?.mintedJuf ?? 0n), contractCapJuf: row?.contractCapJuf ?? null };
}

/** Stores the contract's figures for every process. */
export async function keepContractSupply(database: Queryable, supply: { elsewhereJuf: bigint; contractCapJuf: bigint }): Promise<void> {
  await database.update(treasurySupply).set(supply);
}

/** The lower of the caps in the terms and the contract. */
export function capOf({ treasury }: Economy, contractCapJuf: bigint | null): bigint {
  const cap = fromTokens(treasury.maxMintingCapJuf, 'JUF');
  return contractCapJuf !== null && contractCapJuf < cap ? contractCapJuf : cap;
}

interface Sale {
  purchase: typeof treasuryPurchase.$inferInsert;
  /** What is minted to the reward pool with it. */
  rewardJuf: bigint;
}

/**
 * Mints what a purchase needs if the cap allows it, counts it as sold and stores the purchase; otherwise returns false and writes nothing. Nobody else mints
 * until the transaction ends, so this is the last that a sale writes.
 */
export async function sellWithinCap({ $client: client }: Transaction, economy: Economy, { purchase, rewardJuf }: Sale): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'treasury_sell',
    text: `
      with minted as (
        update treasury_supply set minted_juf = minted_juf + $1::numeric
         where coalesce(elsewhere_juf, $2::numeric) + minted_juf + $1::numeric <= least($3::numeric, contract_cap_juf) returning id
      ), sold as (
        update treasury_package set sold_juf = sold_juf + $9::numeric where id = $6 and exists (select from minted)
      )
      insert into treasury_purchase (id, member_id, package_id, transaction_id, paid_usdt, price18, juf, power_per_juf, vesting_seconds, created_at)
      select $4::uuid, $5::uuid, $6::uuid, $7::uuid, $8::numeric, $10::numeric, $9::numeric, $11::numeric, $12::integer, $13::timestamptz from minted`,
    values: [
      (purchase.juf + rewardJuf).toString(),
      fromTokens(economy.treasury.mintedBeforeSalesJuf, 'JUF').toString(),
      capOf(economy, null).toString(),
      purchase.id,
      purchase.memberId,
      purchase.packageId,
      purchase.transactionId,
      purchase.paidUsdt.toString(),
      purchase.juf.toString(),
      purchase.price18.toString(),
      purchase.powerPerJuf.toString(),
      purchase.vestingSeconds,
      purchase.createdAt.toISOString(),
    ],
  });
  return rowCount === 1;
}

/** Offers the packages that the economy has and the database doesn't yet. What an operator closed stays closed. */
export async function openTreasury(database: Queryable, { treasury }: Economy): Promise<void> {
  const packages = treasury.packages.map(({ code }) => ({ id: packageId(code), code }));
  if (packages.length > 0) await database.insert(treasuryPackage).values(packages).onConflictDoNothing();
}

export type Package = Economy['treasury']['packages'][number];

export function packageId(code: string): string {
  return catalogueId(`treasury package ${code}`);
}

/** The terms of a package, while the economy offers it. */
export function findPackage({ treasury }: Economy, id: string): Package | undefined {
  return treasury.packages.find(({ code }) => packageId(code) === id);
}

type TreasuryList = SentDataOf<(typeof contract)['treasuryList']>;

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
    maxMintingCap: inTokens(capOf(economy, contractCapJuf), 'JUF'),
    mintedJuf: inTokens(mintedJuf, 'JUF'),
    insuranceCapacity: inTokens(capacityOf(poolUsdt, economy), 'USDT'),
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
    soldJuf: inTokens(soldJuf, 'JUF'),
    status: closedAt === null ? 'OPEN' : 'CLOSED',
  };
}

type Call = (typeof contract)['purchaseTreasuryHistory'];
type PurchaseRow = SentDataOf<Call>['list']['content'][number];

/** GET /sales/purchaseTreasuryHistory: newest first. */
export async function listPurchases(services: Services, session: Session, query: QueryOf<Call>): Promise<SentDataOf<Call>> {
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
  const juf = (amountBaseUnits: bigint): string => inTokens(amountBaseUnits, 'JUF');
  return {
    id: purchase.id,
    treasuryName: name,
    paid: inTokens(purchase.paidUsdt, 'USDT'),
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
