import { mulDivFloor } from './amount.ts';
import type { DataOf } from './api/contract/define-call.ts';
import type { serviceTerms } from './api/contract/public-service.ts';
import { BASIS_POINTS } from './basis-points.ts';
import { smallestStake } from './staking/choose-tier.ts';
import { quoteStake } from './staking/quote-stake.ts';
import { tradeThrough, type Trade } from './swap/quote-swap.ts';
import { ONE, TOKEN_DECIMALS, tokenDecimals, unitOf } from './token-decimals.ts';
import { discountedPrice18, jufBought } from './treasury/price-purchase.ts';
import { vestedAfter } from './vesting-accrual.ts';

export type WaysOffered = NonNullable<DataOf<typeof serviceTerms>['ways']>;

/** What the ways are worked out from; amounts in 10⁻¹⁸ tokens, as everywhere. */
export interface WaysFacts {
  offered: WaysOffered;
  /** Today’s price, which packages are sold by and all JUF is valued at here. */
  price18: bigint;
  exchangeFee: number;
  usdt: bigint;
  /** For how long the USDT can be spared. */
  days: number;
}

/** What somebody has in the end. */
export interface Outcome {
  juf: bigint;
  /** In USDT, rounded down. */
  worth: bigint;
  /** More than the USDT spent, in whole units of USDT; negative if less. */
  gain: bigint;
  /** How far JUF may fall until only the USDT spent is left, to the unit: in basis points, rounded down; null without a gain. */
  fall: number | null;
}

export interface BuyWay extends Outcome {
  pack: WaysOffered['packages'][number];
  /** After the package’s discount. */
  price18: bigint;
  /** What has vested in the time given: all of it, unless the package takes longer. */
  vested: bigint;
}

export interface SwapWay extends Outcome {
  fee: bigint;
  /** In basis points. */
  impact: number;
}

export interface StakeWay extends SwapWay {
  period: WaysOffered['periods'][number];
  /** In basis points a year, with the tier’s multiplier. */
  rate: number;
  /** What the swap brings, and so what is staked. */
  staked: bigint;
}

/** Why a way isn’t open for this amount and time. */
export type Closed =
  /** Nothing is offered, the exchange has no price for the amount, or the reward pool can’t set the returns aside. */
  | { closed: 'NONE' | 'NO_QUOTE' | 'POOL_SHORT' }
  /** In USDT for a purchase, in JUF for a stake. */
  | { closed: 'SMALLEST' | 'LARGEST'; limit: bigint }
  | { closed: 'SHORTEST'; days: number };

export interface Ways {
  /** By the package of which most has vested in the time given. */
  buy: BuyWay | Closed;
  swap: SwapWay | Closed;
  /** For the period that returns most and ends in the time given. */
  stake: StakeWay | Closed;
}

const DAY_SECONDS = 86_400;

/** What an amount of USDT becomes in each way: to the unit what provider and exchange would give for it at these figures. */
export function waysOf(facts: WaysFacts): Ways {
  const trade = tradeOf(facts);
  return { buy: buyWay(facts), swap: trade ? swapWay(facts, trade) : { closed: 'NO_QUOTE' }, stake: stakeWay(facts, trade) };
}

/** The times that the terms know, shortest first. */
export function timesOf({ packages, periods }: WaysOffered): number[] {
  const days = new Set([...packages.map(({ vestingDays }) => vestingDays), ...periods.map((period) => period.days)]);
  return [...days].toSorted((a, b) => a - b);
}

function outcomeOf(juf: bigint, { usdt, price18 }: WaysFacts): Outcome {
  const worth = mulDivFloor(juf, price18, ONE);
  const difference = worth - usdt;
  // What rounding alone takes is less than a unit, and no loss. Nor does it make 9.99% of a fall of 10%.
  const unit = unitOf(tokenDecimals.USDT);
  const gain = difference - (difference % unit);
  return { juf, worth, gain, fall: gain > 0n ? Number(mulDivFloor(gain + unit, BASIS_POINTS, worth)) : null };
}

function buyWay(facts: WaysFacts): BuyWay | Closed {
  const { offered, price18, usdt, days } = facts;
  const mins = offered.packages.map(({ minAmount }) => minAmount);
  const maxs = offered.packages.map(({ maxAmount }) => maxAmount);
  const [min, max] = [mins.toSorted(compare)[0], maxs.toSorted(compare).at(-1)];
  if (min === undefined || max === undefined) return { closed: 'NONE' };
  if (usdt < min) return { closed: 'SMALLEST', limit: min };
  if (usdt > max) return { closed: 'LARGEST', limit: max };
  const [best] = offered.packages
    .filter(({ minAmount, maxAmount }) => minAmount <= usdt && usdt <= maxAmount)
    .map((pack) => {
      const sale = { price18, discountRate: pack.discountRate };
      const juf = jufBought(usdt, TOKEN_DECIMALS, sale);
      const vested = vestedAfter({ juf, vestingSeconds: pack.vestingDays * DAY_SECONDS }, days * DAY_SECONDS);
      return { ...outcomeOf(juf, facts), pack, price18: discountedPrice18(sale), vested };
    })
    .filter(({ juf }) => juf > 0n && juf <= offered.sellableJuf)
    .toSorted((a, b) => compare(b.vested, a.vested) || a.pack.vestingDays - b.pack.vestingDays);
  return best ?? { closed: 'NONE' };
}

/** Null where the exchange has no price for the amount. */
function tradeOf({ offered: { exchange }, usdt, exchangeFee }: WaysFacts): Trade | null {
  if (exchange === null) return null;
  const usdtUnit = unitOf(tokenDecimals.USDT);
  const pool = { reserveIn: exchange.usdt / usdtUnit, reserveOut: exchange.juf };
  const traded = tradeThrough([pool], 'EXACT_IN', usdt / usdtUnit, BigInt(exchangeFee));
  return traded.ok ? traded.trade : null;
}

function swapWay(facts: WaysFacts, { amountOut, fee, priceImpactBasisPoints }: Trade): SwapWay {
  return { ...outcomeOf(amountOut, facts), fee: fee * unitOf(tokenDecimals.USDT), impact: Number(priceImpactBasisPoints) };
}

function stakeWay(facts: WaysFacts, trade: Trade | null): StakeWay | Closed {
  const { offered, days } = facts;
  const { periods, tiers } = offered;
  const smallest = smallestStake(tiers);
  if (trade === null) return { closed: 'NO_QUOTE' };
  if (periods.length === 0 || smallest === null) return { closed: 'NONE' };
  const fitting = periods.filter((period) => period.days <= days);
  if (fitting.length === 0) return { closed: 'SHORTEST', days: Math.min(...periods.map((period) => period.days)) };
  const staked = trade.amountOut;
  const [best] = fitting
    .flatMap((period) => quoteStake(staked, period, tiers) ?? [])
    .toSorted((a, b) => compare(b.returnsBaseUnits, a.returnsBaseUnits) || a.period.days - b.period.days);
  if (best === undefined) return { closed: 'SMALLEST', limit: smallest };
  const { period, rate, returnsBaseUnits } = best;
  if (returnsBaseUnits > offered.rewardPoolFree) return { closed: 'POOL_SHORT' };
  return { ...swapWay(facts, trade), ...outcomeOf(staked + returnsBaseUnits, facts), period, rate, staked };
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
