import { mulDivCeil, mulDivFloor, fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { spendAgreed } from '../../modules/intent/spend.ts';
import { chargeTurbo } from '../../modules/staking/charge-turbo.ts';
import { readHeldStakes } from '../../modules/staking/read-stakes.ts';
import { readTurboPrice } from '../../modules/staking/read-turbo-price.ts';
import { purchaseStake } from '../../modules/staking/purchase-stake.ts';
import { activeCharges, statusOf } from '../../modules/staking/stake.ts';
import { periodsOf, tiersOf } from '../../modules/staking/staking-offer.ts';
import { withdrawCapital } from '../../modules/staking/withdraw-capital.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { MemberAct } from './scene.ts';
import { availableTo, type Stage } from './stage.ts';

const DAY_MS = 86_400_000;
const JUF = 10n ** BigInt(tokenDecimals.JUF);

/** Stakes the intended amount, or a round part of what is available. */
export async function stakeIfAble(
  { transaction, services }: Stage,
  memberId: string,
  { amount, days }: MemberAct & { do: 'STAKE' },
): Promise<void> {
  const { economy } = services;
  const available = await availableTo(transaction, memberId, 'JUF');
  const wanted = 'juf' in amount ? fromDecimalString(amount.juf, tokenDecimals.JUF) : roundPart(available, amount.percentOfAvailable);
  const least = tiersOf(economy)[0]?.minBaseUnits ?? 0n;
  const period = periodsOf(economy).find((candidate) => candidate.days === days);
  if (wanted < least || wanted > available || period === undefined) return;
  const order = { amount: toDecimalString(wanted, tokenDecimals.JUF), periodId: period.id };
  await purchaseStake(transaction, services, memberId, order, spendAgreed);
}

function roundPart(available: bigint, percent: number): bigint {
  const part = mulDivFloor(available, BigInt(percent), 100n);
  const step = part < 1_000n * JUF ? 10n * JUF : 100n * JUF;
  return part - (part % step);
}

/** Charges the intended units, as far as the stake and the JU balance allow. */
export async function chargeNewestStake({ transaction, services, now }: Stage, memberId: string, units: number): Promise<void> {
  const { perJuf, durationDays } = services.economy.staking.turbo;
  const [stake] = (await readHeldStakes(transaction, memberId)).filter(
    ({ row }) => row.maturesAt.getTime() >= now.getTime() + durationDays * DAY_MS,
  );
  if (stake === undefined) return;
  const active = activeCharges(stake, now).reduce((sum, charge) => sum + charge.units, 0);
  const wanted = Math.min(units, stake.row.maxTurboUnits - active);
  const price = await readTurboPrice(services.prices.within(transaction), services.economy, now);
  const perUnit = mulDivCeil(stake.row.amount, 1n, fromDecimalString(perJuf, tokenDecimals.JUF)) * price.shown;
  if (wanted < 1 || (await availableTo(transaction, memberId, 'JU')) < perUnit * BigInt(wanted)) return;
  await chargeTurbo(transaction, services, memberId, { stakingId: stake.row.id, units: wanted }, spendAgreed);
}

export async function withdrawMatured({ transaction, services, now }: Stage, memberId: string): Promise<void> {
  const matured = (await readHeldStakes(transaction, memberId)).filter(({ row }) => statusOf(row, now) === 'MATURED');
  const oldest = matured.at(-1);
  if (oldest !== undefined) await withdrawCapital(transaction, services, memberId, oldest.row.id);
}
