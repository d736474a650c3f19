import { useStore } from '@nanostores/react';
import { chooseTier, smallestStake } from '../../lib/staking/choose-tier.ts';
import type { StakePlan } from '../../lib/staking/project-stake.ts';
import { $periodList, $stakeDraft, $tierList, $turboChargeInfo } from '../../stores/staking.ts';
import { useServerState } from '../state/use-server-state.ts';

/** The form's stake, or the smallest stake as an example while the form is empty; null while the terms are unknown. */
export function useStakePlan(wishedUnits: number | null): (StakePlan & { isExample: boolean }) | null {
  const tiers = useServerState($tierList).data ?? [];
  const periods = useServerState($periodList).data ?? [];
  const turbo = useServerState($turboChargeInfo).data;
  const { amountBaseUnits, periodId } = useStore($stakeDraft, { ssr: 'initial' });
  const amount = amountBaseUnits ?? smallestStake(tiers);
  const tier = amount === null ? undefined : chooseTier(tiers, amount);
  const period = periods.find(({ id }) => id === periodId) ?? periods.at(-1);
  if (amount === null || tier === undefined || period === undefined || turbo === undefined) return null;
  const units = Math.min(wishedUnits ?? tier.maxTurbo, tier.maxTurbo);
  return { amountBaseUnits: amount, tier, period, turbo, units, isExample: amountBaseUnits === null };
}
