import { fromDecimalString } from '../amount.ts';
import { liveFigures, type LivePosition } from './live-positions.ts';
import { millisecondsOf } from './stake-facts.ts';
import type { StakingTier, TurboTerms } from './staking-types.ts';
import { turboGain, turboPrice, turboRoom, type TurboRoom } from './turbo-charge.ts';

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

/** What turbo units cost and yield for a position at a moment of the provider's clock. */
export function quoteTurbo({ terms, tiers, live, units }: TurboWish, atMs: bigint): TurboQuote {
  const { position, facts } = live;
  const { turboUnits, effectiveApr } = liveFigures(live, atMs);
  const amountBaseUnits = fromDecimalString(position.amount);
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
