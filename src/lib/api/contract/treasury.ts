import { defineCall } from './define-call.ts';
import { orderIntent, orderRefusals } from './order-terms.ts';
import { amount, count, id, positiveAmount, price, priceText, rate, signedName, terms, text, time, walletType } from './scalars.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

export const treasuryPackage = z.object({
  id,
  name: text,
  signedName,
  walletType,
  minAmount: amount,
  maxAmount: amount,
  discountRate: rate,
  vestingDays: count,
  insurancePremiumRate: rate,
  insuranceMaxPayoutRate: rate,
  insuranceDays: count,
  powerPerJuf: amount,
  soldJuf: amount,
  status: z.enum(['OPEN', 'CLOSED']),
});

/** The price is null until one has been read. */
export const treasuryList = defineCall({
  method: 'GET',
  path: '/sales/treasuryList',
  auth: 'session',
  idempotent: false,
  output: z.object({
    list: z.array(treasuryPackage),
    jufPrice: z.nullable(price),
    jufPriceAt: z.nullable(time),
    maxMintingCap: amount,
    mintedJuf: amount,
    /** USDT of purchases that can still be insured. */
    insuranceCapacity: amount,
    terms,
  }),
  errors: [],
});

/** Pays USDT plus the premium; the JUF vests by the second. */
export const purchaseTreasury = defineCall({
  method: 'POST',
  path: '/sales/purchaseTreasury',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ treasuryId: id, amount: positiveAmount, maxPrice: priceText, insured: z.boolean(), terms, intent: orderIntent }),
  output: z.object({
    purchase: z.object({ id, paid: amount, price, juf: amount, vestingEndsAt: time, insuranceId: z.optional(id), power: amount }),
    transaction,
  }),
  errors: [...orderRefusals, 'TREASURY_UNKNOWN', 'TREASURY_CLOSED', 'PRICE_UNAVAILABLE', 'MINTING_CAP_REACHED', 'INSURANCE_UNAVAILABLE'],
});
