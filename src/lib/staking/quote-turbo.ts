import { mulDivCeil, mulDivFloor } from '../amount.ts';
import { greatestRoi, type StakingFacts } from '../staking-accrual.ts';
import { ONE, unitOf } from '../token-decimals.ts';
import { liveFigures, type LivePosition, millisecondsOf } from './live-positions.ts';
import type { StakingTier, TurboTerms } from './choose-tier.ts';

export interface TurboWish {
  terms: TurboTerms;
  tiers: readonly StakingTier[];
  live: LivePosition;
  units: number;
}

export interface TurboQuote {
  room: TurboRoom;
  /** In JU. */
  paysBaseUnits: bigint;
  /** In JUF, at maturity. */
  gainBaseUnits: bigint;
  /** Basis points per year, without and with the units. */
  rateBefore: number;
  rateAfter: number;
}

const DAY_MS = 86_400_000n;

/** The digits that a worth is shown with. */
export const WORTH_DIGITS = 4;

/** What turbo units cost and yield for a position at a moment of the provider's clock. */
export function quoteTurbo({ terms, tiers, live, units }: TurboWish, atMs: bigint): TurboQuote {
  const { position, facts } = live;
  const { turboUnits, effectiveApr } = liveFigures(live, atMs);
  const amountBaseUnits = position.amount;
  // The position's own limit was fixed at its start and isn't reported. If its tier no longer exists, the provider decides whether there is
  // room.
  const mostUnits = tiers.find(({ name }) => name === position.tier)?.maxTurbo ?? turboUnits + units;
  const startedAtMs = millisecondsOf(position.startedAt);
  return {
    room: turboRoom(terms, { maturesAtMs: millisecondsOf(position.maturesAt), activeUnits: turboUnits, mostUnits }, atMs),
    paysBaseUnits: turboPrice(terms, amountBaseUnits, units),
    gainBaseUnits: turboGain(
      terms,
      facts ?? { amountBaseUnits, rate: BigInt(position.apr), days: BigInt(position.days), startedAtMs, charges: [] },
      units,
    ),
    rateBefore: effectiveApr,
    rateAfter: effectiveApr + units * terms.boostPerUnit,
  };
}

/** How many units a position can take now. */
type TurboRoom = { kind: 'OPEN'; mostUnits: number } | { kind: 'LATE' } | { kind: 'FULL'; most: number };

/** Applies the provider's rules: a charge has to end no later than the stake, and the tier limits the units active at once. */
export function turboRoom(
  { durationDays }: TurboTerms,
  { maturesAtMs, activeUnits, mostUnits }: { maturesAtMs: bigint; activeUnits: number; mostUnits: number },
  atMs: bigint,
): TurboRoom {
  if (atMs + BigInt(durationDays) * DAY_MS > maturesAtMs) return { kind: 'LATE' };
  if (activeUnits >= mostUnits) return { kind: 'FULL', most: mostUnits };
  return { kind: 'OPEN', mostUnits: mostUnits - activeUnits };
}

/** JU burned for turbo units: per `perJuf` of the position, a part of it counting as whole, like everything a member pays. */
export function turboPrice(terms: TurboTerms, amountBaseUnits: bigint, units: number): bigint {
  return startedOf(terms, amountBaseUnits) * terms.pricePerUnit * BigInt(units);
}

/** The JUF that turbo is paid for: the position's, up to the next whole `perJuf`. */
export function turboPaidFor(terms: TurboTerms, amountBaseUnits: bigint): bigint {
  return startedOf(terms, amountBaseUnits) * terms.perJuf;
}

function startedOf({ perJuf }: TurboTerms, amountBaseUnits: bigint): bigint {
  return mulDivCeil(amountBaseUnits, 1n, perJuf);
}

/** A stake to show turbo by: no whole multiple of `perJuf`, for which turbo costs least, but midway to the next. */
export function exampleStake(terms: TurboTerms, smallestBaseUnits: bigint): bigint {
  return turboPaidFor(terms, smallestBaseUnits) + terms.perJuf / 2n;
}

/**
 * What units add to a position by maturity, in JUF, exactly. A charge always runs for its full time, so it doesn't matter when it's bought.
 */
export function turboGain({ boostPerUnit, durationDays }: TurboTerms, facts: StakingFacts, units: number): bigint {
  const { startedAtMs } = facts;
  const charge = { boost: BigInt(boostPerUnit * units), startedAtMs, endsAtMs: startedAtMs + BigInt(durationDays) * DAY_MS };
  return greatestRoi({ ...facts, charges: [...facts.charges, charge] }) - greatestRoi(facts);
}

/** US dollars, which USDT counts as, per token in 10⁻¹⁸. */
interface TurboPrices {
  juf18: bigint;
  ju18: bigint;
}

/** What turbo costs and brings in one unit: 10⁻¹⁸ USDT. */
export interface TurboWorth {
  at: TurboPrices;
  costUsdt: bigint;
  gainUsdt: bigint;
  /** Negative if turbo loses at these prices. */
  netUsdt: bigint;
}

/** Rounded to the digits shown, the cost up and the gain down, so that the three figures add up and never flatter. */
export function turboWorth(paysJu: bigint, gainJuf: bigint, at: TurboPrices): TurboWorth {
  const step = unitOf(WORTH_DIGITS);
  const costUsdt = mulDivCeil(paysJu, at.ju18, ONE * step) * step;
  const gainUsdt = mulDivFloor(gainJuf, at.juf18, ONE * step) * step;
  return { at, costUsdt, gainUsdt, netUsdt: gainUsdt - costUsdt };
}
