import { v7 } from 'uuid';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type OrderedItem, packageOrder } from '../../../src/lib/api/contract/order-intent.ts';
import { vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import type { AtLast } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { Services } from '../../provider-services.ts';
import { signedName } from '../../terms/offer-names.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { creditReferralBonuses } from '../bonuses/credit-referral-bonuses.ts';
import { explainUninsurable, keepCover, planCover } from '../insurance/insure-purchase.ts';
import { premiumOf } from '../insurance/insurance-terms.ts';
import type { Spend } from '../intent/spend.ts';
import { POWER_DECIMALS } from '../power/read-power.ts';
import { PRICE_DECIMALS } from '../../price/read-price.ts';
import { insufficientBalance, postPayment } from '../wallet/post-payment.ts';
import { planPurchase, type PurchasePlan } from './plan-purchase.ts';
import { findPackage, type Package, packageId, sellWithinCap } from './treasury-supply.ts';

type Call = (typeof contract)['purchaseTreasury'];
type Order = BodyOf<Call>;
type SellingServices = Pick<Services, 'clock' | 'economy' | 'prices'>;

const DAY_SECONDS = 86_400;

export function describePackage(order: Order, economy: Economy): OrderedItem {
  const pack = findPackage(economy, order.treasuryId);
  if (pack === undefined) throw new Refusal('TREASURY_UNKNOWN');
  return packageOrder(signedName(economy, 'packages', pack.code), order);
}

/** POST /sales/purchaseTreasury */
export async function purchaseTreasury(
  transaction: Transaction,
  services: SellingServices,
  memberId: string,
  order: Order,
  spend: Spend,
  atLast: AtLast,
): Promise<SentDataOf<Call>> {
  const { economy, clock } = services;
  const now = clock();
  const { terms, availableUsdt } = await readOffer(transaction, services, memberId, order.treasuryId);
  const usdt = readUsdtAmount(order, services);
  const plan = planPurchase(usdt, await readPriceToSellAt(transaction, services, now), terms, economy);
  if (plan.discountedPrice18 > fromDecimalString(order.maxPrice, PRICE_DECIMALS)) {
    throw new Refusal('PRICE_MOVED', { detail: { price: toDecimalString(plan.discountedPrice18, PRICE_DECIMALS) } });
  }
  // The price is out of range: the amount buys less than one base unit, or the price can't be represented.
  if (plan.juf === 0n || plan.discountedPrice18 === 0n) throw new Refusal('BELOW_MINIMUM');
  const total = order.insured ? usdt + premiumOf(usdt, economy) : usdt;
  if (availableUsdt < total) throw insufficientBalance('USDT', availableUsdt);

  await spend({ token: 'USDT', amountBaseUnits: total });
  const id = v7({ msecs: now.getTime() });
  const transactionId = v7({ msecs: now.getTime() });
  const purchase = { id, memberId, usdt, plan, now };
  const cover = order.insured ? planCover(economy, purchase) : undefined;
  const row = await postPayment(
    transaction,
    { id: transactionId, kind: 'TREASURY_PURCHASE', occurredAt: now, entries: entriesOf(purchase) },
    { memberId, token: 'USDT' },
    cover === undefined ? [] : [cover.premium],
  ).catch((error: unknown) => {
    throw explainUninsurable(error);
  });
  if (cover !== undefined) await keepCover(transaction, cover);
  await creditReferralBonuses(transaction, { buyerId: memberId, base: usdt, kind: 'TREASURY', saleId: id, transactionId, now, economy });
  const vesting = { juf: plan.juf, vestingSeconds: terms.vestingDays * DAY_SECONDS, createdAt: now };
  const sale = {
    ...vesting,
    id,
    memberId,
    packageId: packageId(terms.code),
    transactionId,
    paidUsdt: usdt,
    price18: plan.discountedPrice18,
    powerPerJuf: plan.powerPerJuf,
  };
  await atLast(async () => {
    if (!(await sellWithinCap(transaction, economy, { purchase: sale, rewardJuf: plan.rewardJuf })))
      throw new Refusal('MINTING_CAP_REACHED');
  });
  return {
    purchase: {
      id,
      paid: inTokens(usdt, 'USDT'),
      price: toDecimalString(plan.discountedPrice18, PRICE_DECIMALS),
      juf: inTokens(plan.juf, 'JUF'),
      vestingEndsAt: vestingEndsAt(vesting).toISOString(),
      ...(cover === undefined ? {} : { insuranceId: cover.id }),
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

/** The package's terms, if it is on sale, and what the member could pay. */
async function readOffer(
  transaction: Transaction,
  { economy }: SellingServices,
  memberId: string,
  id: string,
): Promise<{ terms: Package; availableUsdt: bigint }> {
  const terms = findPackage(economy, id);
  const { rows } = await transaction.$client.query<{ closed_at: Date | null; available: string }>({
    name: 'treasury_offer',
    text: `select p.closed_at, (
             select coalesce(sum(a.balance), 0) from ledger_account a where a.owner_id = $2 and a.kind = 'AVAILABLE' and a.token = 'USDT'
           ) as available from treasury_package p where p.id = $1`,
    values: [id, memberId],
  });
  const [row] = rows;
  if (terms === undefined || row === undefined) throw new Refusal('TREASURY_UNKNOWN');
  if (row.closed_at !== null) throw new Refusal('TREASURY_CLOSED');
  return { terms, availableUsdt: BigInt(row.available) };
}

function readUsdtAmount({ amount }: Order, { economy }: SellingServices): bigint {
  const usdt = fromTokens(amount, 'USDT');
  const { minUsdt, maxUsdt } = economy.treasury;
  if (usdt < fromTokens(minUsdt, 'USDT')) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minUsdt } });
  if (usdt > fromTokens(maxUsdt, 'USDT')) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maxUsdt } });
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
