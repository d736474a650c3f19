import { fromDecimalString } from '../amount.ts';
import { accruedRoi, effectiveRate, isCharged, type StakingFacts } from '../staking-accrual.ts';
import { momentsOfAccrual } from './answered-moment.ts';
import { millisecondsOf, stakeFacts } from './stake-facts.ts';
import { STAKING_DECIMALS, type StakingPosition, type TurboCharge } from './staking-types.ts';

/** Positions and charges as they were answered together. */
export interface HeldAnswer {
  content: readonly StakingPosition[];
  charges: readonly TurboCharge[];
  /** When the answer arrived, by this device's clock. */
  receivedAtMs: number;
}

export interface LivePosition {
  position: StakingPosition;
  /** Null where the lists do not fit each other: its figures then stand still, as they were answered. */
  facts: StakingFacts | null;
  /** Its own, ended ones too. */
  charges: readonly TurboCharge[];
}

export interface LiveStaking {
  positions: readonly LivePosition[];
  /**
   * The provider's clock less this device's, in milliseconds, never too much: so that no figure is ahead of what a claim pays, however
   * wrong the device's clock is. It may be a second behind, and the way of the answer.
   */
  clockOffsetMs: number;
}

export interface LiveFigures {
  accruedBaseUnits: bigint;
  claimableBaseUnits: bigint;
  /** In basis points a year, active turbo included. */
  effectiveApr: number;
  turboUnits: number;
  hasMatured: boolean;
  /** Whole days still to go, rounded up. */
  daysLeft: number;
  /** How much of the term has passed, in basis points. */
  elapsedShare: number;
}

const DAY_MS = 86_400_000n;

/** Makes answers live: what each position earns follows from then on from its rate and the time, to the last unit as the provider pays it. */
export function liveStaking({ content, charges, receivedAtMs }: HeldAnswer): LiveStaking {
  const read = content.map((position) => {
    const facts = position.status === 'WITHDRAWN' ? null : stakeFacts(position, charges);
    const span = facts && momentsOfAccrual(facts, fromDecimalString(position.accruedRoi, STAKING_DECIMALS));
    const own = charges.filter(({ stakingId }) => stakingId === position.id);
    return { live: { position, facts: span && facts, charges: own }, fromMs: span?.fromMs ?? 0n };
  });
  // Each position says when the answer was made at the earliest; the latest of them says it best.
  const earliest = read.reduce((latest, { fromMs }) => (fromMs > latest ? fromMs : latest), 0n);
  return {
    positions: read.map(({ live }) => live),
    clockOffsetMs: earliest === 0n ? 0 : Number(earliest) - receivedAtMs,
  };
}

/** What a position has come to at a moment of the provider's clock. */
export function liveFigures(live: LivePosition, atMs: bigint): LiveFigures {
  const { position, facts } = live;
  const claimed = fromDecimalString(position.claimedRoi, STAKING_DECIMALS);
  const reckoned = facts === null ? fromDecimalString(position.accruedRoi, STAKING_DECIMALS) : accruedRoi(facts, atMs);
  // As the provider has it: never less than was claimed.
  const accruedBaseUnits = reckoned > claimed ? reckoned : claimed;
  const term = millisecondsOf(position.maturesAt) - millisecondsOf(position.startedAt);
  const hasMatured = position.status !== 'ACTIVE' || atMs >= millisecondsOf(position.maturesAt);
  const leftMs = hasMatured ? 0n : millisecondsOf(position.maturesAt) - atMs;
  return {
    accruedBaseUnits,
    claimableBaseUnits: accruedBaseUnits - claimed,
    effectiveApr: facts === null ? position.effectiveApr : Number(effectiveRate(facts, atMs)),
    turboUnits: facts === null ? position.turboUnits : activeUnits(live, atMs),
    hasMatured,
    daysLeft: Number((leftMs + DAY_MS - 1n) / DAY_MS),
    elapsedShare: leftMs > term ? 0 : Number(((term - leftMs) * 10_000n) / term),
  };
}

/** Of turbo units, those that run at a moment. */
function activeUnits({ charges }: LivePosition, atMs: bigint): number {
  return charges
    .filter(({ startedAt, endsAt }) => isCharged({ startedAtMs: millisecondsOf(startedAt), endsAtMs: millisecondsOf(endsAt) }, atMs))
    .reduce((sum, { units }) => sum + units, 0);
}

export interface LiveTotals {
  stakedBaseUnits: bigint;
  accruedBaseUnits: bigint;
  claimableBaseUnits: bigint;
}

export function liveTotals(positions: readonly LivePosition[], atMs: bigint): LiveTotals {
  return positions.reduce<LiveTotals>(
    (sum, live) => {
      const { accruedBaseUnits, claimableBaseUnits } = liveFigures(live, atMs);
      return {
        stakedBaseUnits: sum.stakedBaseUnits + fromDecimalString(live.position.amount, STAKING_DECIMALS),
        accruedBaseUnits: sum.accruedBaseUnits + accruedBaseUnits,
        claimableBaseUnits: sum.claimableBaseUnits + claimableBaseUnits,
      };
    },
    { stakedBaseUnits: 0n, accruedBaseUnits: 0n, claimableBaseUnits: 0n },
  );
}
