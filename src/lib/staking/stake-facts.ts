import { fromDecimalString } from '../amount.ts';
import type { StakingFacts } from '../staking-accrual.ts';
import type { StakingPosition, TurboCharge } from './staking-types.ts';

/**
 * What determines a position's return, from the provider's two lists. Null if they don't match: they are separate responses, and a charge
 * may have started or ended in between.
 *
 * The rate is what the position earns without turbo. It isn't taken from the list of tiers, which holds for new stakes.
 */
export function stakeFacts(position: StakingPosition, charges: readonly TurboCharge[]): StakingFacts | null {
  const own = charges.filter(({ stakingId }) => stakingId === position.id);
  const active = own.filter(({ status }) => status === 'ACTIVE');
  if (active.reduce((sum, { units }) => sum + units, 0) !== position.turboUnits) return null;
  return {
    amountBaseUnits: fromDecimalString(position.amount),
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
