import { fromDecimalString, mulDivCeil, mulDivFloor } from '../amount.ts';
import { ONE, unitOf } from '../token-decimals.ts';
import { greatestRoi, type StakingFacts } from '../staking-accrual.ts';
import type { TurboTerms } from './staking-types.ts';

const DAY_MS = 86_400_000n;

/** How many units a position can take now. */
export type TurboRoom = { kind: 'OPEN'; mostUnits: number } | { kind: 'LATE' } | { kind: 'FULL'; most: number };

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

/** JU burned for turbo units: per started `perJuf` of the position, rounded up like everything a member pays. */
export function turboPrice({ pricePerUnit, perJuf }: TurboTerms, amountBaseUnits: bigint, units: number): bigint {
  const started = mulDivCeil(amountBaseUnits, 1n, fromDecimalString(perJuf));
  return started * fromDecimalString(pricePerUnit) * BigInt(units);
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

/** The digits that a worth is shown with. */
export const WORTH_DIGITS = 4;

/** Rounded to the digits shown, the cost up and the gain down, so that the three figures add up and never flatter. */
export function turboWorth(paysJu: bigint, gainJuf: bigint, at: TurboPrices): TurboWorth {
  const step = unitOf(WORTH_DIGITS);
  const costUsdt = mulDivCeil(paysJu, at.ju18, ONE * step) * step;
  const gainUsdt = mulDivFloor(gainJuf, at.juf18, ONE * step) * step;
  return { at, costUsdt, gainUsdt, netUsdt: gainUsdt - costUsdt };
}
