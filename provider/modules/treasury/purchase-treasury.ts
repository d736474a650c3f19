import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type OrderedItem, packageOrder } from '../../../src/lib/api/contract/order-intent.ts';
import { vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { creditReferralBonuses } from '../bonuses/credit-referral-bonuses.ts';
import { insurePurchase } from '../insurance/insure-purchase.ts';
import { premiumOf } from '../insurance/insurance-terms.ts';
import type { Spend } from '../intent/spend.ts';
import { POWER_DECIMALS } from '../power/power-parts.ts';
import { PRICE_DECIMALS } from '../../price/read-prices.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { requireBalance } from '../wallet/require-balance.ts';
import { findPackage, namePackage, type Package, packageId } from './find-package.ts';
import { planPurchase, type PurchasePlan } from './plan-purchase.ts';
import { treasuryPackage, treasuryPurchase } from './schema.ts';
import { isWithinCap, mintWithinCap, takeTurnToMint } from './treasury-supply.ts';

type Call = (typeof contract)['purchaseTreasury'];
type Order = BodyOf<Call>;
type SellingServices = Pick<Services, 'clock' | 'economy' | 'prices'>;

const DAY_SECONDS = 86_400;

export function describePackage(order: Order, economy: Economy): OrderedItem {
  const pack = findPackage(economy, order.treasuryId);
  if (pack === undefined) throw new Refusal('TREASURY_UNKNOWN');
  return packageOrder(namePackage(pack.code), order);
}

/** POST /sales/purchaseTreasury */
export async function purchaseTreasury(
  transaction: Transaction,
  services: SellingServices,
  memberId: string,
  order: Order,
  spend: Spend,
): Promise<DataOf<Call>> {
  const { economy, clock } = services;
  const now = clock();
  const terms = await findTermsOnSale(transaction, services, order.treasuryId);
  const usdt = readUsdtAmount(order, services);
  const plan = planPurchase(usdt, await readPriceToSellAt(transaction, services, now), terms, economy);
  if (plan.discountedPrice18 > fromDecimalString(order.maxPrice, PRICE_DECIMALS)) {
    throw new Refusal('PRICE_MOVED', { detail: { price: toDecimalString(plan.discountedPrice18, PRICE_DECIMALS) } });
  }
  // The price is out of range: the amount buys less than one base unit, or the price can't be represented.
  if (plan.juf === 0n || plan.discountedPrice18 === 0n) throw new Refusal('BELOW_MINIMUM');

  await requireBalance(transaction, memberId, 'USDT', usdt);
  await spend({ token: 'USDT', amountBaseUnits: order.insured ? usdt + premiumOf(usdt, economy) : usdt });
  // The minted amount never decreases, so what exceeds the cap now will always exceed it.
  if (!(await isWithinCap(transaction, economy, plan.juf + plan.rewardJuf))) throw new Refusal('MINTING_CAP_REACHED');
  await takeTurnToMint(transaction);
  const id = v7({ msecs: now.getTime() });
  const purchase = { id, memberId, usdt, plan, now };
  const insuranceId = order.insured ? await insurePurchase(transaction, economy, purchase) : undefined;
  if (!(await mintWithinCap(transaction, economy, plan.juf + plan.rewardJuf))) throw new Refusal('MINTING_CAP_REACHED');
  const transactionId = v7({ msecs: now.getTime() });
  const row = await postPayment(
    transaction,
    { id: transactionId, kind: 'TREASURY_PURCHASE', occurredAt: now, entries: entriesOf(purchase) },
    { memberId, token: 'USDT' },
  );
  const vesting = { juf: plan.juf, vestingSeconds: terms.vestingDays * DAY_SECONDS, createdAt: now };
  await keepPurchase(transaction, purchase, terms, { transactionId, vestingSeconds: vesting.vestingSeconds });
  await creditReferralBonuses(transaction, { buyerId: memberId, base: usdt, kind: 'TREASURY', saleId: id, transactionId, now, economy });
  return {
    purchase: {
      id,
      paid: toDecimalString(usdt, tokenDecimals.USDT),
      price: toDecimalString(plan.discountedPrice18, PRICE_DECIMALS),
      juf: toDecimalString(plan.juf, tokenDecimals.JUF),
      vestingEndsAt: vestingEndsAt(vesting).toISOString(),
      ...(insuranceId === undefined ? {} : { insuranceId }),
      power: toDecimalString(plan.power, POWER_DECIMALS),
    },
    transaction: row,
  };
}

interface Purchase {
  id: string;
  memberId: string;
  usdt: bigint;
  plan: PurchasePlan;
  now: Date;
}

async function findTermsOnSale(transaction: Transaction, { economy }: SellingServices, id: string): Promise<Package> {
  const terms = findPackage(economy, id);
  const [row] = await transaction.select({ closedAt: treasuryPackage.closedAt }).from(treasuryPackage).where(eq(treasuryPackage.id, id));
  if (terms === undefined || row === undefined) throw new Refusal('TREASURY_UNKNOWN');
  if (row.closedAt !== null) throw new Refusal('TREASURY_CLOSED');
  return terms;
}

function readUsdtAmount({ amount }: Order, { economy }: SellingServices): bigint {
  const usdt = fromDecimalString(amount, tokenDecimals.USDT);
  const { minUsdt, maxUsdt } = economy.treasury;
  if (usdt < fromDecimalString(minUsdt, tokenDecimals.USDT)) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minUsdt } });
  if (usdt > fromDecimalString(maxUsdt, tokenDecimals.USDT)) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maxUsdt } });
  return usdt;
}

async function readPriceToSellAt(transaction: Transaction, { prices }: SellingServices, now: Date): Promise<bigint> {
  const reading = await prices.within(transaction).juf(now);
  if (reading.status === 'UNAVAILABLE') throw new Refusal('PRICE_UNAVAILABLE', { detail: { reason: reading.reason } });
  return reading.price18;
}

function entriesOf({ id, memberId, usdt, plan }: Purchase): Entry[] {
  const { shares, juf, rewardJuf } = plan;
  return [
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits: -usdt },
    { account: pooledAccount('BONUS_POOL'), token: 'USDT', amountBaseUnits: shares.bonusPool },
    { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: shares.insurancePool },
    { account: pooledAccount('TREASURY'), token: 'USDT', amountBaseUnits: shares.treasury },
    { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -(juf + rewardJuf) },
    { account: promiseAccount('VESTING', id), token: 'JUF', amountBaseUnits: juf },
    { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF', amountBaseUnits: rewardJuf },
  ];
}

async function keepPurchase(
  transaction: Transaction,
  { id, memberId, usdt, plan, now }: Purchase,
  { code }: Package,
  kept: { transactionId: string; vestingSeconds: number },
): Promise<void> {
  const packageOf = packageId(code);
  await transaction.insert(treasuryPurchase).values({
    id,
    memberId,
    packageId: packageOf,
    paidUsdt: usdt,
    price18: plan.discountedPrice18,
    juf: plan.juf,
    powerPerJuf: plan.powerPerJuf,
    createdAt: now,
    ...kept,
  });
  await transaction
    .update(treasuryPackage)
    .set({ soldJuf: sql`${treasuryPackage.soldJuf} + ${plan.juf.toString()}` })
    .where(eq(treasuryPackage.id, packageOf));
}
