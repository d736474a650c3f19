import { fromDecimalString, mulDivFloor } from '../../../src/lib/amount.ts';
import { greatestRoi, stakedRate } from '../../../src/lib/staking-accrual.ts';
import type { Economy } from '../../../provider/economy.ts';
import { bonusAllowance, type Prices18, turboUnitPrice } from '../../../provider/economy-model/rates.ts';
import { tierFor } from '../../../provider/modules/staking/purchase-stake.ts';
import { upgradePrice } from '../../../provider/modules/roles/purchase-role.ts';
import { planPurchase } from '../../../provider/modules/treasury/plan-purchase.ts';

const ONE = 10n ** 18n;
const DAY_MS = 86_400_000n;

/** An act with one of a person's accounts. Each account is below the previous one, so that all uplines are the person’s own. */
export type Act =
  | { do: 'ROLE'; account: number; rank: number }
  | { do: 'PACKAGE'; account: number; pack: number; usdt: bigint }
  | { do: 'POINTS'; account: number; points: number }
  | { do: 'FREE_POINTS'; account: number; points: number }
  | { do: 'STAKE'; account: number; juf: bigint; period: number; units: number };

/** In USDT base units at the prices of the plan (turbo in 10^-36 USDT), and in units of power with 18 digits. */
export interface Outcome {
  rolesPaid: bigint;
  bonuses: bigint;
  /** What the roles held in the end give in the time of the longest stake. */
  privileges: bigint;
  pointsPaid: bigint;
  turboPaid: bigint;
  turboReturned: bigint;
  packagesPaid: bigint;
  packagesWorth: bigint;
  votesOfSpending: bigint;
}

interface Account {
  rank: number;
  paid: bigint;
  earned: bigint;
  points: bigint;
}

const NOTHING: Outcome = {
  rolesPaid: 0n,
  bonuses: 0n,
  privileges: 0n,
  pointsPaid: 0n,
  turboPaid: 0n,
  turboReturned: 0n,
  packagesPaid: 0n,
  packagesWorth: 0n,
  votesOfSpending: 0n,
};

/** Executes a plan with the provider’s own arithmetic, without its database. Impossible acts are skipped. */
export function simulatePerson(economy: Economy, prices: Prices18, accounts: number, plan: readonly Act[]): Outcome {
  const own = Array.from({ length: accounts }, (): Account => ({ rank: 0, paid: 0n, earned: 0n, points: 0n }));
  const sum = { ...NOTHING };
  for (const act of plan) {
    const self = own[act.account];
    if (self === undefined) continue;
    if (act.do === 'ROLE') buyRole(economy, own, act, sum);
    else if (act.do === 'PACKAGE') buyPackage(economy, prices, own, act, sum);
    else if (act.do === 'STAKE') stakeWithTurbo(economy, prices, act, sum);
    else if (act.do === 'POINTS') {
      self.points += BigInt(act.points);
      sum.pointsPaid += fromDecimalString(economy.score.pricePerPointUsdt, 6) * BigInt(act.points);
    }
  }
  sum.bonuses = own.reduce((total, { earned }) => total + earned, 0n);
  sum.privileges = own.reduce((total, { rank }) => total + given(economy, prices, rank), 0n);
  sum.votesOfSpending = own.reduce((total, account) => total + spentVotes(economy, account), 0n);
  return sum;
}

function buyRole(economy: Economy, own: Account[], { account, rank }: Act & { do: 'ROLE' }, sum: Outcome): void {
  const self = own[account];
  const [role, current] = [economy.roles[rank], economy.roles[self?.rank ?? 0]];
  if (self === undefined || role === undefined || current === undefined) return;
  const price = upgradePrice(role, current, self.paid);
  if (price === null || price === 0n) return;
  [self.rank, self.paid] = [rank, self.paid + price];
  sum.rolesPaid += price;
  credit(economy, own, account, price);
}

function buyPackage(economy: Economy, { juf18 }: Prices18, own: Account[], act: Act & { do: 'PACKAGE' }, sum: Outcome): void {
  const terms = economy.treasury.packages[act.pack % Math.max(economy.treasury.packages.length, 1)];
  if (terms === undefined) return;
  const { juf } = planPurchase(act.usdt, juf18, terms, economy);
  sum.packagesPaid += act.usdt;
  sum.packagesWorth += worth(juf, juf18);
  credit(economy, own, act.account, act.usdt);
}

function credit(economy: Economy, own: Account[], buyer: number, base: bigint): void {
  for (let level = 1; level <= economy.referral.levels; level += 1) {
    const upline = own[buyer - level];
    if (upline === undefined) return;
    const rate = economy.roles[upline.rank]?.bonusRates[level - 1] ?? 0;
    const bonus = mulDivFloor(base, BigInt(rate), 10_000n);
    const left = bonusAllowance(economy, upline.paid, upline.earned);
    upline.earned += bonus < left ? bonus : left;
  }
}

function stakeWithTurbo(economy: Economy, prices: Prices18, { juf, period, units }: Act & { do: 'STAKE' }, sum: Outcome): void {
  const { periods, turbo } = economy.staking;
  const [tier, terms] = [tierFor(economy, juf), periods[period % periods.length]];
  if (tier === undefined || terms === undefined || terms.days < turbo.durationDays) return;
  const used = Math.min(units, tier.maxTurbo);
  const facts = {
    amountBaseUnits: juf,
    rate: stakedRate(BigInt(terms.apr), BigInt(tier.multiplier)),
    days: BigInt(terms.days),
    startedAtMs: 0n,
    charges: [],
  };
  const charge = { boost: BigInt(used * turbo.boostPerUnit), startedAtMs: 0n, endsAtMs: BigInt(turbo.durationDays) * DAY_MS };
  const returned = greatestRoi({ ...facts, charges: [charge] }) - greatestRoi(facts);
  const perJuf = fromDecimalString(turbo.perJuf, 18);
  const paid = ((juf + perJuf - 1n) / perJuf) * turboUnitPrice(turbo, prices) * BigInt(used);
  // In 10^-36 USDT: exact, so that no rounding hides a gain.
  sum.turboReturned += returned * prices.juf18;
  sum.turboPaid += paid * prices.ju18;
}

function given({ roles, staking }: Economy, { juf18 }: Prices18, rank: number): bigint {
  const { juf, everyDays } = roles[rank]?.privilege ?? { juf: '0', everyDays: 1 };
  const times = Math.floor(Math.max(...staking.periods.map(({ days }) => days)) / everyDays);
  return worth(fromDecimalString(juf, 18), juf18) * BigInt(times);
}

function spentVotes({ power, roles }: Economy, { rank, points }: Account): bigint {
  const most = BigInt(power.maxFromScore) * ONE;
  const ofPoints = (points * ONE) / BigInt(power.pointsPerPower);
  return BigInt(roles[rank]?.rank ?? 0) * BigInt(power.perRoleRank) * ONE + (ofPoints < most ? ofPoints : most);
}

function worth(juf: bigint, juf18: bigint): bigint {
  return (juf * juf18) / 10n ** 30n;
}
