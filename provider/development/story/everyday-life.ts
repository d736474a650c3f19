import { fromDecimalString } from '../../../src/lib/amount.ts';
import { defaultEconomy } from '../../economy.ts';
import type { Token } from '../../ledger/account.ts';
import { cast, type Character, type Habits, habitsOf, type Range, type SeededRandom } from './cast.ts';
import type { MemberAct, Moment } from './scene.ts';

/** Nothing happens in the last hour, so that everything in the story is complete at its end. */
const LATEST_DAYS_AGO = 0.04;
const POLL_OPENED_DAYS_AGO = 7;
const PRIVILEGE_EVERY_DAYS = 30;
const BRINGS_JUF_PERCENT = 45;
const HOUR = 1 / 24;

interface Life {
  who: number;
  character: Character;
  habits: Habits;
  random: SeededRandom;
  add: (daysAgo: number, act: MemberAct) => void;
  addOnUtcDay: (utcDaysAgo: number, hour: number, act: MemberAct) => void;
}

/** What a member of the cast did since joining, determined by temper and chance, in no order. */
export function liveOn(who: number, character: Character, random: SeededRandom): Moment[] {
  if (character.temper === 'FIRST_ACCOUNT' || character.temper === 'NEWCOMER') throw new Error('their lives are written down');
  const moments: Moment[] = [];
  const life: Life = {
    who,
    character,
    habits: habitsOf[character.temper],
    random,
    add: (daysAgo, act) => {
      if (daysAgo >= LATEST_DAYS_AGO) moments.push({ when: { daysAgo }, who, act });
    },
    addOnUtcDay: (utcDaysAgo, hour, act) => moments.push({ when: { utcDaysAgo, hour }, who, act }),
  };
  bringTokens(life);
  const firstPurchase = buyJuf(life);
  if (firstPurchase !== null) claimAndStake(life, firstPurchase);
  buyRoles(life);
  claimBonuses(life);
  collectPoints(life);
  for (let count = draw(random, life.habits.transfers); count > 0; count -= 1) {
    const daysAgo = timeBetween(random, character.joinedDaysAgo - 1, LATEST_DAYS_AGO);
    const act = composeTransfer(random, who, daysAgo);
    if (act !== null) life.add(daysAgo, act);
  }
  vote(life);
  return moments;
}

function bringTokens({ random, habits, character, add }: Life): void {
  const { joinedDaysAgo } = character;
  add(joinedDaysAgo - 2 * HOUR, { do: 'DEPOSIT', token: 'JU', amount: String(draw(random, habits.ju)) });
  if (!random.isInPercent(BRINGS_JUF_PERCENT)) return;
  add(joinedDaysAgo - 3 * HOUR, { do: 'DEPOSIT', token: 'JUF', amount: String(drawSum(random, habits.juf).whole) });
  const days = random.pick(habits.stakeDays);
  if (habits.stakedPercent > 0) add(joinedDaysAgo - 20 * HOUR, { do: 'STAKE', amount: { percentOfAvailable: habits.stakedPercent }, days });
}

/** Deposits the money for each purchase, and a little more, some hours before it. Returns when the first purchase was. */
function buyJuf({ random, habits, character, add }: Life): number | null {
  const times = Array.from({ length: draw(random, habits.purchases) }, () =>
    timeBetween(random, character.joinedDaysAgo - 0.4, LATEST_DAYS_AGO),
  ).toSorted((a, b) => b - a);
  for (const daysAgo of times) {
    const { text, whole } = drawSum(random, habits.usdt);
    const insured = random.isInPercent(habits.insuredInPercent);
    add(daysAgo + (1 + 5 * random.next()) * HOUR, { do: 'DEPOSIT', token: 'USDT', amount: String(withSpare(random, whole)) });
    add(daysAgo, { do: 'BUY_JUF', code: random.pick(habits.packages), usdt: text, insured });
  }
  return times[0] ?? null;
}

function claimAndStake({ random, habits, add }: Life, firstPurchase: number): void {
  let firstStake: number | null = null;
  for (let daysAgo = firstPurchase - draw(random, habits.claimsJufEveryDays); daysAgo > 0;) {
    add(daysAgo, { do: 'CLAIM_JUF' });
    const days = random.pick(habits.stakeDays);
    if (habits.stakedPercent > 0 && random.isInPercent(75)) {
      const stakedAgo = daysAgo - (0.2 + random.next()) * HOUR;
      add(stakedAgo, { do: 'STAKE', amount: { percentOfAvailable: habits.stakedPercent }, days });
      firstStake ??= stakedAgo;
      if (days > 30 && random.isInPercent(habits.turboInPercent)) {
        add(stakedAgo - timeBetween(random, 0.1, 2), { do: 'CHARGE_TURBO', units: random.between(1, 2) });
      }
      if (days === 30) add(stakedAgo - days - timeBetween(random, 0.2, 6), { do: 'WITHDRAW_CAPITAL' });
    }
    daysAgo -= draw(random, habits.claimsJufEveryDays) + random.next() - 0.5;
  }
  if (firstStake === null) return;
  for (let daysAgo = firstStake - draw(random, habits.claimsRoiEveryDays); daysAgo > 0;) {
    add(daysAgo, { do: 'CLAIM_ROI' });
    daysAgo -= draw(random, habits.claimsRoiEveryDays) + random.next() - 0.5;
  }
}

/** The money for each comes first. Privileges fall due every 30 days from the first purchase. */
function buyRoles({ random, habits, character, add }: Life): void {
  let daysAgo = character.joinedDaysAgo - 2 - random.next() * 12;
  const first = habits.roles.length > 0 && random.isInPercent(80) ? daysAgo : null;
  if (first === null) return;
  let paid = 0n;
  for (const code of habits.roles) {
    if (daysAgo < 1) break;
    const price = priceOf(code) - paid;
    add(daysAgo + HOUR, { do: 'DEPOSIT', token: 'USDT', amount: String(withSpare(random, price)) });
    add(daysAgo, { do: 'BUY_ROLE', code });
    paid += price;
    daysAgo -= 15 + random.next() * 30;
    if (!random.isInPercent(65)) break;
  }
  for (let due = first - PRIVILEGE_EVERY_DAYS; due > 3; due -= PRIVILEGE_EVERY_DAYS) {
    if (random.isInPercent(75)) add(due - timeBetween(random, 0.1, 3), { do: 'CLAIM_PRIVILEGE' });
  }
}

function priceOf(code: string): bigint {
  return fromDecimalString(defaultEconomy.roles.find((role) => role.code === code)?.priceUsdt ?? '0', 0);
}

/** For members who have invited someone. */
function claimBonuses({ who, random, add }: Life): void {
  const invited = cast.filter(({ sponsor }) => sponsor === who);
  if (invited.length === 0) return;
  const first = Math.max(...invited.map(({ joinedDaysAgo }) => joinedDaysAgo));
  for (let daysAgo = first - draw(random, [5, 16]); daysAgo > 0; daysAgo -= draw(random, [12, 26]) + random.next()) {
    add(daysAgo, { do: 'CLAIM_BONUS' });
  }
}

/** At about the same hour each day. */
function collectPoints({ random, habits, character, add, addOnUtcDay }: Life): void {
  const oldest = Math.floor(character.joinedDaysAgo) - 1;
  const hour = random.between(6, 22) + random.next();
  const claimed = new Set<number>();
  for (let runs = draw(random, habits.pointRuns); runs > 0; runs -= 1) {
    const begins = random.between(1, Math.max(oldest, 1));
    const length = draw(random, habits.pointRunDays);
    for (let day = begins; day > begins - length && day >= 1; day -= 1) if (day <= oldest) claimed.add(day);
  }
  for (const day of claimed) addOnUtcDay(day, hour + random.next() / 4, { do: 'CLAIM_POINTS' });
  for (let count = draw(random, habits.pointPurchases); count > 0; count -= 1) {
    const daysAgo = timeBetween(random, character.joinedDaysAgo - 1, LATEST_DAYS_AGO);
    const points = random.between(1, 8) * 500;
    add(daysAgo + HOUR / 2, { do: 'DEPOSIT', token: 'USDT', amount: String(points / 100 + random.between(1, 20)) });
    add(daysAgo, { do: 'BUY_POINTS', points });
  }
}

/** The wallet's ten haven't voted yet, so that developers can. */
function vote({ who, random, add }: Life): void {
  const option = random.pick([0, 0, 0, 1, 1, 2, 2, null]);
  const daysAgo = timeBetween(random, POLL_OPENED_DAYS_AGO - 0.1, LATEST_DAYS_AGO);
  if (option !== null && who >= 10) add(daysAgo, { do: 'VOTE', option });
}

function draw(random: SeededRandom, [least, most]: Range): number {
  return random.between(least, most);
}

function timeBetween(random: SeededRandom, earliest: number, latest: number): number {
  return latest + random.next() * (earliest - latest);
}

/** A typical amount: mostly round, smaller ones more often; `whole` is the same in whole USDT, rounded up. */
function drawSum(random: SeededRandom, [least, most]: Range): { text: string; whole: bigint } {
  const drawn = Math.min(random.between(least, most), random.between(least, most));
  const step = drawn < 300 ? 10 : drawn < 3_000 ? 50 : 250;
  const round = BigInt(Math.max(least, drawn - (drawn % step)));
  if (!random.isInPercent(20)) return { text: String(round), whole: round };
  return { text: `${round.toString()}.${String(random.between(1, 99)).padStart(2, '0')}`, whole: round + 1n };
}

/** Adds the premium and some more. */
function withSpare(random: SeededRandom, whole: bigint): bigint {
  const wanted = whole + whole / 50n + 2n + (whole * BigInt(random.between(0, 30))) / 100n;
  return wanted + (10n - (wanted % 10n));
}

/** Members write freely, in their own languages. */
const REMARKS = [
  'Thanks for dinner',
  'Danke!',
  'rent, my half',
  'ありがとう',
  'for the hardware wallet',
  'Buon compleanno',
  'makan siang',
  '感谢帮忙',
  'Cảm ơn nhé',
  '커피값',
  'team lunch',
  'train tickets',
  '',
  '',
] as const;

/** A small transfer to the sponsor, an invited member, or another member who has joined by then; null if there is none. */
function composeTransfer(random: SeededRandom, who: number, daysAgo: number): (MemberAct & { do: 'TRANSFER' }) | null {
  const isThere = (other: number): boolean => other !== who && (cast[other]?.joinedDaysAgo ?? 0) > daysAgo + 0.1;
  const everybody = cast.map((_, other) => other).filter(isThere);
  const near = everybody.filter((other) => cast[who]?.sponsor === other || cast[other]?.sponsor === who);
  const [first, ...rest] = near.length > 0 && random.isInPercent(70) ? near : everybody;
  if (first === undefined) return null;
  const token = random.pick<Token>(['USDT', 'USDT', 'JUF', 'JU']);
  const amount = token === 'JU' ? random.between(5, 120) : random.between(3, 60);
  const cents = random.isInPercent(30) ? `.${random.between(1, 9)}` : '';
  return { do: 'TRANSFER', to: random.pick([first, ...rest]), token, amount: `${amount}${cents}`, remark: random.pick(REMARKS) };
}
