import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { activationCode } from '../../modules/codes/schema.ts';
import { useActivationCode } from '../../modules/codes/activate-code.ts';
import type { CodeReward } from '../../modules/codes/issue-activation-codes.ts';
import { poll, pollOption } from '../../modules/dashboard/schema.ts';
import { castVote } from '../../modules/dashboard/vote.ts';
import { cancelInsurance } from '../../modules/insurance/cancel-insurance.ts';
import { premiumOf } from '../../modules/insurance/insurance-terms.ts';
import { insurance } from '../../modules/insurance/schema.ts';
import { spendAgreed } from '../../modules/intent/spend.ts';
import { readPower } from '../../modules/power/read-power.ts';
import { packageId } from '../../modules/treasury/find-package.ts';
import { purchaseTreasury } from '../../modules/treasury/purchase-treasury.ts';
import { presentRecipient } from '../../modules/wallet/find-recipient.ts';
import { moveToMember } from '../../modules/wallet/transfer.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { MemberAct } from './scene.ts';
import { availableTo, playerOf, type Stage } from './stage.ts';

const WHATEVER_IT_COSTS = '1000000';
/** In percent: leaves more than any transfer fee. */
const SPARE_FOR_FEE = 101n;

/** Buys for the intended amount, or less if transfers have left less. */
export async function buyJuf(
  { transaction, services }: Stage,
  memberId: string,
  { code, usdt, insured }: MemberAct & { do: 'BUY_JUF' },
): Promise<void> {
  const available = await availableTo(transaction, memberId, 'USDT');
  const wanted = fromDecimalString(usdt, tokenDecimals.USDT);
  const premium = insured ? premiumOf(wanted, services.economy) : 0n;
  const amount = available >= wanted + premium ? wanted : available - premium;
  if (amount < fromDecimalString(services.economy.treasury.minUsdt, tokenDecimals.USDT)) return;
  const order = { treasuryId: packageId(code), amount: toDecimalString(amount, tokenDecimals.USDT), maxPrice: WHATEVER_IT_COSTS, insured };
  await purchaseTreasury(transaction, services, memberId, order, spendAgreed, (write) => write());
}

export async function cancelOldestInsurance({ transaction, services }: Stage, memberId: string): Promise<void> {
  const [oldest] = await transaction
    .select({ id: insurance.id })
    .from(insurance)
    .where(and(eq(insurance.memberId, memberId), eq(insurance.status, 'ACTIVE')))
    .orderBy(asc(insurance.startedAt))
    .limit(1);
  if (oldest !== undefined) await cancelInsurance(transaction, services, memberId, oldest.id);
}

export async function transferIfAble(
  { transaction, services, players }: Stage,
  memberId: string,
  { to, token, amount, remark }: MemberAct & { do: 'TRANSFER' },
): Promise<void> {
  const amountBaseUnits = fromDecimalString(amount, tokenDecimals[token]);
  const needed = (amountBaseUnits * SPARE_FOR_FEE) / 100n;
  if ((await availableTo(transaction, memberId, token)) < needed) return;
  const order = { token, amountBaseUnits, maxFeeBaseUnits: amountBaseUnits, remark: remark === '' ? undefined : remark };
  await moveToMember(transaction, services, memberId, { order, recipient: presentRecipient(playerOf(players, to)) });
}

export async function useAnyCode({ transaction, services }: Stage, memberId: string, kind: CodeReward['kind']): Promise<void> {
  const [unused] = await transaction
    .select({ id: activationCode.id })
    .from(activationCode)
    .where(and(eq(activationCode.kind, kind), isNull(activationCode.usedAt), isNull(activationCode.releasedAt)))
    .orderBy(asc(activationCode.issuedAt), asc(activationCode.id))
    .limit(1);
  if (unused !== undefined) await useActivationCode(transaction, services, memberId, unused.id);
}

/** In the most recently opened poll. */
export async function voteIfAble({ transaction, now }: Stage, memberId: string, option: number): Promise<void> {
  const [current] = await transaction.select().from(poll).orderBy(desc(poll.opensAt)).limit(1);
  if (current === undefined || now < current.opensAt || now >= current.endsAt) return;
  const { total } = await readPower(transaction, memberId, current.opensAt);
  const [chosen] = await transaction
    .select({ id: pollOption.id })
    .from(pollOption)
    .where(and(eq(pollOption.pollId, current.id), eq(pollOption.position, option)));
  if (total === 0n || chosen === undefined) return;
  await castVote(transaction, { pollId: current.id, optionId: chosen.id }, memberId, now);
}
