import { fromDecimalString } from '../amount.ts';
import type { StakingFacts } from '../staking-accrual.ts';
import { STAKING_DECIMALS, type StakingPosition, type TurboCharge } from './staking-types.ts';

/**
 * What a position's return follows from, read from the provider's two lists. Null where they do not fit each other: they are two
 * answers, and a charge may have come or ended between them.
 *
 * The rate is what the position earns without turbo. It is not taken from the list of tiers, which says what new stakes get.
 */
export function stakeFacts(position: StakingPosition, charges: readonly TurboCharge[]): StakingFacts | null {
  const own = charges.filter(({ stakingId }) => stakingId === position.id);
  const active = own.filter(({ status }) => status === 'ACTIVE');
  if (active.reduce((sum, { units }) => sum + units, 0) !== position.turboUnits) return null;
  return {
    amountBaseUnits: fromDecimalString(position.amount, STAKING_DECIMALS),
    rate: BigInt(position.effectiveApr - active.reduce((sum, { boost }) => sum + boost, 0)),
    days: BigInt(position.days),
    startedAtMs: millisecondsOf(position.startedAt),
    charges: own.map(({ boost, startedAt, endsAt }) => ({
      boost: BigInt(boost),
      startedAtMs: millisecondsOf(startedAt),
      endsAtMs: millisecondsOf(endsAt),
    })),
  };
}

export function millisecondsOf(iso: string): bigint {
  return BigInt(new Date(iso).getTime());
}
