import { fromDecimalString, mulDivFloor } from '../../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import { discountedPrice18, jufBought } from '../../../src/lib/treasury/price-purchase.ts';
import type { Economy } from '../../economy.ts';
import type { Package } from './treasury-supply.ts';

/** With 18 decimals, like power. */
const POWER_PER_JUF_DECIMALS = 18;

export interface PurchasePlan {
  juf: bigint;
  /** After discount, in units of 10^-18 USDT. */
  discountedPrice18: bigint;
  /** Minted to the reward pool with the sale. */
  rewardJuf: bigint;
  /** How the USDT paid is split; the parts add up to the whole. */
  shares: { bonusPool: bigint; insurancePool: bigint; treasury: bigint };
  powerPerJuf: bigint;
  power: bigint;
}

/** What an amount of USDT buys at a price, and how it's split. */
export function planPurchase(usdt: bigint, price18: bigint, { discountRate, powerPerJuf }: Package, { pools }: Economy): PurchasePlan {
  const sale = { price18, discountRate };
  const juf = jufBought(usdt, tokenDecimals.USDT, sale);
  const bonusPool = mulDivFloor(usdt, BigInt(pools.bonusShareOfSales), BASIS_POINTS);
  const insurancePool = mulDivFloor(usdt, BigInt(pools.insuranceShareOfTreasury), BASIS_POINTS);
  const perJuf = fromDecimalString(powerPerJuf, POWER_PER_JUF_DECIMALS);
  return {
    juf,
    discountedPrice18: discountedPrice18(sale),
    rewardJuf: mulDivFloor(juf, BigInt(pools.rewardMintShareOfSold), BASIS_POINTS),
    shares: { bonusPool, insurancePool, treasury: usdt - bonusPool - insurancePool },
    powerPerJuf: perJuf,
    power: powerOf(juf, perJuf),
  };
}

function powerOf(juf: bigint, powerPerJuf: bigint): bigint {
  return mulDivFloor(juf, powerPerJuf, 10n ** BigInt(POWER_PER_JUF_DECIMALS));
}
