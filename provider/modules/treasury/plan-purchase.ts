import { fromDecimalString, mulDivFloor } from '../../../src/lib/amount.ts';
import { type Economy } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { PRICE_DECIMALS } from '../price/read-prices.ts';
import { type Package } from './find-package.ts';

/** With 18 digits, as power itself. */
export const POWER_PER_JUF_DECIMALS = 18;

export interface PurchasePlan {
  juf: bigint;
  /** After discount, in units of 10^-18 USDT. */
  discountedPrice18: bigint;
  /** Minted to the reward pool with the sale. */
  rewardJuf: bigint;
  /** How the USDT paid is shared out; together they are the whole of it. */
  shares: { bonusPool: bigint; insurancePool: bigint; treasury: bigint };
  powerPerJuf: bigint;
  power: bigint;
}

const WHOLE = 10_000n;

/** What an amount of USDT buys at a price, and where it goes. */
export function planPurchase(usdt: bigint, price18: bigint, { discountRate, powerPerJuf }: Package, { pools }: Economy): PurchasePlan {
  const rate = WHOLE - BigInt(discountRate);
  const scale = 10n ** BigInt(tokenDecimals.JUF - tokenDecimals.USDT) * 10n ** BigInt(PRICE_DECIMALS) * WHOLE;
  // One division for all factors: to discount the price first would round twice.
  const juf = mulDivFloor(usdt, scale, price18 * rate);
  const bonusPool = mulDivFloor(usdt, BigInt(pools.bonusShareOfSales), WHOLE);
  const insurancePool = mulDivFloor(usdt, BigInt(pools.insuranceShareOfTreasury), WHOLE);
  const perJuf = fromDecimalString(powerPerJuf, POWER_PER_JUF_DECIMALS);
  return {
    juf,
    // Rounded down: as a reference it then never makes a loss of what was none.
    discountedPrice18: mulDivFloor(price18, rate, WHOLE),
    rewardJuf: mulDivFloor(juf, BigInt(pools.rewardMintShareOfSold), WHOLE),
    shares: { bonusPool, insurancePool, treasury: usdt - bonusPool - insurancePool },
    powerPerJuf: perJuf,
    power: powerOf(juf, perJuf),
  };
}

export function powerOf(juf: bigint, powerPerJuf: bigint): bigint {
  return mulDivFloor(juf, powerPerJuf, 10n ** BigInt(POWER_PER_JUF_DECIMALS));
}
