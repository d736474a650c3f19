import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { mulDivCeil, mulDivFloor } from '../../../src/lib/amount.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import type { Transaction } from '../../db/database.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { findOrCreateMember } from '../../modules/account/member.ts';
import { claimableBonus, claimBonus } from '../../modules/bonuses/list-bonuses.ts';
import { useActivationCode } from '../../modules/codes/activate-code.ts';
import { type CodeReward, issueActivationCodes, releaseExpiredCodes } from '../../modules/codes/issue-activation-codes.ts';
import { activationCode } from '../../modules/codes/schema.ts';
import { poll, pollOption } from '../../modules/dashboard/schema.ts';
import { castVote } from '../../modules/dashboard/poll.ts';
import { cancelInsurance } from '../../modules/insurance/cancel-insurance.ts';
import { earnPremiums, settleDueInsurances } from '../../modules/insurance/settle-due-insurances.ts';
import { premiumOf } from '../../modules/insurance/insurance-terms.ts';
import { insurance } from '../../modules/insurance/schema.ts';
import { spendAgreed } from '../../modules/intent/spend.ts';
import { readPower } from '../../modules/power/read-power.ts';
import { changeProfile } from '../../modules/profile/edit-user-profile.ts';
import { referBy } from '../../modules/profile/refer-by.ts';
import { readUsername } from '../../modules/profile/username/judge-username.ts';
import { claimPrivilege, reserveDuePrivileges } from '../../modules/roles/reserve-privilege.ts';
import { purchaseRole, roleId } from '../../modules/roles/purchase-role.ts';
import { claimScore, purchaseScore } from '../../modules/score/read-score.ts';
import { chargeTurbo, readTurboPrice } from '../../modules/staking/charge-turbo.ts';
import { claimRoi, withdrawCapital } from '../../modules/staking/claim-roi.ts';
import { activeCharges, claimableRoi, readHeldStakes, statusOf } from '../../modules/staking/stake.ts';
import { periodsOf, purchaseStake, tiersOf } from '../../modules/staking/purchase-stake.ts';
import { packageId } from '../../modules/treasury/treasury-supply.ts';
import { purchaseTreasury } from '../../modules/treasury/purchase-treasury.ts';
import { claimJuf, readVesting } from '../../modules/vesting/claim-juf.ts';
import { presentRecipient } from '../../modules/wallet/find-recipient.ts';
import { moveToMember } from '../../modules/wallet/transfer.ts';
import type { Services } from '../../provider-services.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { bringIn } from './endowment.ts';
import { cast } from './cast.ts';
import { availableTo, gatherPlayers, type MemberAct, type OperatorAct, playerOf, type Scene, type Stage } from './scene.ts';

/** Performs a member's act with the function that its call uses. */
export async function playMemberAct(stage: Stage, who: number, act: MemberAct): Promise<void> {
  const { transaction, services, now } = stage;
  if (act.do === 'JOIN') return join(stage, who);
  const { id } = playerOf(stage.players, who);
  switch (act.do) {
    case 'TAKE_NAME':
      return takeName(stage, who, id);
    case 'DEPOSIT':
      return bringIn(transaction, { to: memberAccount('AVAILABLE', id), token: act.token, amount: act.amount, kind: 'DEPOSIT', now });
    case 'BUY_JUF':
      return buyJuf(stage, id, act);
    case 'CLAIM_JUF':
      if ((await readVesting(transaction, id, now)).claimableJuf > 0n) await claimJuf(transaction, services, id, undefined);
      return;
    case 'CANCEL_INSURANCE':
      return cancelOldestInsurance(stage, id);
    case 'STAKE':
      return stakeIfAble(stage, id, act);
    case 'CHARGE_TURBO':
      return chargeNewestStake(stage, id, act.units);
    case 'CLAIM_ROI':
      if ((await claimableRoi(transaction, id, now)) > 0n) await claimRoi(transaction, services, id, undefined);
      return;
    case 'WITHDRAW_CAPITAL':
      return withdrawMatured(stage, id);
    case 'BUY_ROLE':
      await purchaseRole(transaction, services, id, { roleId: roleId(act.code), walletType: 'USDT' }, spendAgreed);
      return;
    case 'CLAIM_PRIVILEGE':
      await claimPrivilege(transaction, services, id);
      return;
    case 'CLAIM_BONUS':
      if ((await claimableBonus(transaction, id, now)) > 0n) await claimBonus(transaction, services, id);
      return;
    case 'CLAIM_POINTS':
      await claimScore(transaction, services, id);
      return;
    case 'BUY_POINTS':
      await purchaseScore(transaction, services, id, { points: act.points }, spendAgreed);
      return;
    case 'TRANSFER':
      return transferIfAble(stage, id, act);
    case 'USE_CODE':
      return useAnyCode(stage, id, act.kind);
    case 'VOTE':
      return voteIfAble(stage, id, act.option);
  }
}

async function takeName({ transaction, services, players, now }: Stage, who: number, memberId: string): Promise<void> {
  const username = cast[who]?.username ?? null;
  if (username === null) return;
  const rules = { now, profile: services.economy.profile };
  players.set(who, await changeProfile(transaction, memberId, { username: readUsername(username) }, rules));
}

async function join({ transaction, players, now }: Stage, who: number): Promise<void> {
  const character = cast[who];
  if (character === undefined) throw new Error(`the cast has no member ${who}`);
  const { address, language, sponsor, namesSponsorLater } = character;
  const referralCode = sponsor === null || namesSponsorLater ? undefined : playerOf(players, sponsor).referralCode;
  const { member } = await findOrCreateMember(transaction, { address, language, referralCode, now });
  players.set(who, member);
}

const WHATEVER_IT_COSTS = '1000000';
/** In percent: leaves more than any transfer fee. */
const SPARE_FOR_FEE = 101n;

/** Buys for the intended amount, or less if transfers have left less. */
async function buyJuf(
  { transaction, services }: Stage,
  memberId: string,
  { code, usdt, insured }: MemberAct & { do: 'BUY_JUF' },
): Promise<void> {
  const available = await availableTo(transaction, memberId, 'USDT');
  const wanted = fromTokens(usdt, 'USDT');
  const premium = insured ? premiumOf(wanted, services.economy) : 0n;
  const amount = available >= wanted + premium ? wanted : available - premium;
  if (amount < fromTokens(services.economy.treasury.minUsdt, 'USDT')) return;
  const order = { treasuryId: packageId(code), amount: inTokens(amount, 'USDT'), maxPrice: WHATEVER_IT_COSTS, insured };
  await purchaseTreasury(transaction, services, memberId, order, spendAgreed, (write) => write());
}

async function cancelOldestInsurance({ transaction, services }: Stage, memberId: string): Promise<void> {
  const [oldest] = await transaction
    .select({ id: insurance.id })
    .from(insurance)
    .where(and(eq(insurance.memberId, memberId), eq(insurance.status, 'ACTIVE')))
    .orderBy(asc(insurance.startedAt))
    .limit(1);
  if (oldest !== undefined) await cancelInsurance(transaction, services, memberId, oldest.id);
}

async function transferIfAble(
  { transaction, services, players }: Stage,
  memberId: string,
  { to, token, amount, remark }: MemberAct & { do: 'TRANSFER' },
): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  const needed = (amountBaseUnits * SPARE_FOR_FEE) / 100n;
  if ((await availableTo(transaction, memberId, token)) < needed) return;
  const order = { token, amountBaseUnits, maxFeeBaseUnits: amountBaseUnits, remark: remark === '' ? undefined : remark };
  await moveToMember(transaction, services, memberId, { order, recipient: presentRecipient(playerOf(players, to)) });
}

async function useAnyCode({ transaction, services }: Stage, memberId: string, kind: CodeReward['kind']): Promise<void> {
  const [unused] = await transaction
    .select({ id: activationCode.id })
    .from(activationCode)
    .where(and(eq(activationCode.kind, kind), isNull(activationCode.usedAt), isNull(activationCode.releasedAt)))
    .orderBy(asc(activationCode.issuedAt), asc(activationCode.id))
    .limit(1);
  if (unused !== undefined) await useActivationCode(transaction, services, memberId, unused.id);
}

/** In the most recently opened poll. */
async function voteIfAble({ transaction, now }: Stage, memberId: string, option: number): Promise<void> {
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

const DAY_MS = 86_400_000;
const JUF = 10n ** BigInt(tokenDecimals.JUF);

/** Stakes the intended amount, or a round part of what is available. */
async function stakeIfAble(
  { transaction, services }: Stage,
  memberId: string,
  { amount, days }: MemberAct & { do: 'STAKE' },
): Promise<void> {
  const { economy } = services;
  const available = await availableTo(transaction, memberId, 'JUF');
  const wanted = 'juf' in amount ? fromTokens(amount.juf, 'JUF') : roundPart(available, amount.percentOfAvailable);
  const least = tiersOf(economy)[0]?.minBaseUnits ?? 0n;
  const period = periodsOf(economy).find((candidate) => candidate.days === days);
  if (wanted < least || wanted > available || period === undefined) return;
  const order = { amount: inTokens(wanted, 'JUF'), periodId: period.id };
  await purchaseStake(transaction, services, memberId, order, spendAgreed);
}

function roundPart(available: bigint, percent: number): bigint {
  const part = mulDivFloor(available, BigInt(percent), 100n);
  const step = part < 1_000n * JUF ? 10n * JUF : 100n * JUF;
  return part - (part % step);
}

/** Charges the intended units, as far as the stake and the JU balance allow. */
async function chargeNewestStake({ transaction, services, now }: Stage, memberId: string, units: number): Promise<void> {
  const { perJuf, durationDays } = services.economy.staking.turbo;
  const [stake] = (await readHeldStakes(transaction, memberId)).filter(
    ({ row }) => row.maturesAt.getTime() >= now.getTime() + durationDays * DAY_MS,
  );
  if (stake === undefined) return;
  const active = activeCharges(stake, now).reduce((sum, charge) => sum + charge.units, 0);
  const wanted = Math.min(units, stake.row.maxTurboUnits - active);
  const price = await readTurboPrice(services.prices.within(transaction), services.economy, now);
  const perUnit = mulDivCeil(stake.row.amount, 1n, fromTokens(perJuf, 'JUF')) * price.shown;
  if (wanted < 1 || (await availableTo(transaction, memberId, 'JU')) < perUnit * BigInt(wanted)) return;
  await chargeTurbo(transaction, services, memberId, { stakingId: stake.row.id, units: wanted }, spendAgreed);
}

async function withdrawMatured({ transaction, services, now }: Stage, memberId: string): Promise<void> {
  const matured = (await readHeldStakes(transaction, memberId)).filter(({ row }) => statusOf(row, now) === 'MATURED');
  const oldest = matured.at(-1);
  if (oldest !== undefined) await withdrawCapital(transaction, services, memberId, oldest.row.id);
}

export async function playOperatorAct({ transaction, services, now }: Stage, act: OperatorAct): Promise<void> {
  if (act.do === 'FUND_POOL') return fundPool(transaction, act, now);
  const { count, reward, days } = act;
  await issueActivationCodes(transaction, services.economy, { count, reward, now, expiresAt: new Date(now.getTime() + days * DAY_MS) });
}

async function fundPool(transaction: Transaction, { pool, amount }: OperatorAct & { do: 'FUND_POOL' }, now: Date): Promise<void> {
  const [token, name] = pool === 'REWARD_POOL_FREE' ? (['JUF', 'reward'] as const) : (['USDT', 'insurance'] as const);
  await bringIn(transaction, { to: pooledAccount(pool), token, amount, kind: 'ADJUSTMENT', remark: `funding of the ${name} pool`, now });
}

export type LoneScene = Extract<Scene, { alone: unknown }>;

/** `services` must be those of the scene's moment. An interrupted scene can be played again: nothing is done twice. */
export async function playAlone(services: Services, scene: LoneScene): Promise<void> {
  if (scene.who === null) return runJobs(services, scene.at);
  const players = await gatherPlayers(services.database);
  const player = playerOf(players, scene.who);
  const sponsor = cast[scene.who]?.sponsor ?? null;
  if (sponsor === null || player.referrerId !== null) return;
  const session = { member: player, kind: 'WALLET', beganAt: scene.at } as const;
  await referBy(services, session, playerOf(players, sponsor).referralCode);
}

/** The jobs that move value; the others only clean up. */
async function runJobs(services: Services, now: Date): Promise<void> {
  await settleDueInsurances(services, now);
  await earnPremiums(services, now);
  await reserveDuePrivileges(services);
  await releaseExpiredCodes(services);
}
