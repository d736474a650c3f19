import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AccountKind } from '../../../provider/ledger/account.ts';
import { kindBalance } from '../../../provider/ledger/balances.ts';
import { earnPremiums } from '../../../provider/modules/insurance/settle-due-insurances.ts';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { Answer } from '../start-provider.ts';
import { type Buyer, economyWith, openTreasury, type Treasury } from './open-treasury.ts';

type Command =
  | { does: 'BUY'; who: number; pack: keyof typeof PACKS; usdt: bigint; insured: boolean }
  | { does: 'CLAIM'; who: number; which: number | null }
  | { does: 'CANCEL'; who: number; which: number }
  | { does: 'PASS'; ms: number }
  | { does: 'PRICE'; price18: bigint }
  | { does: 'SETTLE'; price18: bigint | null }
  | { does: 'EARN' };

const PACKS = { SEED: [0n, 30], GROWTH: [300n, 90], SUMMIT: [600n, 180], RIDGE: [1_000n, 360] } as const;
const DAY_MS = 86_400_000;
const who = fc.integer({ min: 0, max: 1 });
const price18 = fc.bigInt(10n ** 17n, 2n * 10n ** 18n);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('BUY' as const),
      who,
      pack: fc.constantFrom<(keyof typeof PACKS)[]>('SEED', 'GROWTH', 'SUMMIT', 'RIDGE'),
      usdt: fc.bigInt(10_000_000n, 400_000_000n),
      insured: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('CLAIM' as const), who, which: fc.option(fc.nat(3)) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('CANCEL' as const), who, which: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('PASS' as const), ms: fc.integer({ min: 0, max: 60 * DAY_MS }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('PRICE' as const), price18 }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('SETTLE' as const), price18: fc.option(price18) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'EARN' as const }) },
);

interface Bought {
  id: string;
  juf: bigint;
  claimed: bigint;
  at: number;
  seconds: number;
}
interface Cover {
  id: string;
  purchase: Bought;
  who: number;
  covered: bigint;
  reference: bigint;
  cap: bigint;
  premium: bigint;
  unearned: bigint;
  from: number;
  to: number;
  isActive: boolean;
}

const CAP = 1_430_000n * 10n ** 18n;

/** The expected state by independent arithmetic: no accounts, no rows, no locks. */
class Model {
  usdt = [1_500_000_000n, 1_500_000_000n];
  juf = [0n, 0n];
  purchases: Bought[][] = [[], []];
  covers: Cover[] = [];
  minted = 1_526_000n * 10n ** 18n;
  free = 60_000_000n;
  bonus = 0n;
  treasury = 0n;
  reward = 0n;
  price = 5n * 10n ** 17n;

  plan({ pack, usdt }: { pack: keyof typeof PACKS; usdt: bigint }) {
    const rate = 10_000n - PACKS[pack][0];
    const juf = (usdt * 10n ** 12n * 10n ** 18n * 10_000n) / (this.price * rate);
    const reference = (this.price * rate) / 10_000n;
    const cap = (usdt * 15n) / 100n;
    return { juf, reference, cap, reserve: payout(juf, reference, 0n, cap), premium: (usdt * 2n + 99n) / 100n };
  }

  refusesToSell({ who: member, pack, usdt, insured }: Extract<Command, { does: 'BUY' }>): string | null {
    const { juf, premium, reserve } = this.plan({ pack, usdt });
    const available = this.usdt[member] ?? 0n;
    if (insured && available < usdt + premium) return 'INSUFFICIENT_BALANCE';
    if (insured && this.free < reserve) return 'INSURANCE_UNAVAILABLE';
    if (this.minted + juf + juf / 4n > CAP) return 'MINTING_CAP_REACHED';
    return available < usdt ? 'INSUFFICIENT_BALANCE' : null;
  }
}

function payout(covered: bigint, reference: bigint, settlement: bigint, cap: bigint): bigint {
  if (settlement >= reference) return 0n;
  const shortfall = (covered * (reference - settlement)) / 10n ** 30n;
  return shortfall < cap ? shortfall : cap;
}

const reserveOf = ({ covered, reference, cap }: Cover): bigint => payout(covered, reference, 0n, cap);
const due = ({ juf, claimed, at, seconds }: Bought, now: number): bigint =>
  (juf * BigInt(Math.min(Math.floor((now - at) / 1_000), seconds))) / BigInt(seconds) - claimed;
const unused = ({ premium, from, to }: Cover, now: number): bigint =>
  (premium * BigInt(Math.max(Math.floor((to - now) / 1_000), 0))) / BigInt((to - from) / 1_000);

interface World {
  model: Model;
  treasury: Treasury;
  members: readonly Buyer[];
}

it('holds what a simple model holds, after any purchases, claims, cancellations and settlements, and refuses when it does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 40 }), async (commands) => {
      const treasury = await openTreasury({ insurancePool: '60', economy: economyWith({ maxMintingCapJuf: '1430000' }) });
      try {
        const world = { model: new Model(), treasury, members: [await treasury.buyer('1500'), await treasury.buyer('1500')] };
        for (const each of commands) {
          await run(world, each);
          await compare(world);
        }
        expect(await treasury.audit()).toMatchObject({ sound: true });
      } finally {
        await treasury.stop();
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 180_000);

async function run(world: World, each: Command): Promise<void> {
  const { model, treasury } = world;
  const now = treasury.provider.time.now.getTime();
  switch (each.does) {
    case 'PASS':
      treasury.pass(each.ms);
      return;
    case 'PRICE':
      model.price = each.price18;
      treasury.setPrice(toDecimalString(each.price18, 18));
      return;
    case 'BUY':
      await buy(world, each, now);
      return;
    case 'CLAIM':
      await claim(world, each, now);
      return;
    case 'CANCEL':
      await cancel(world, each, now);
      return;
    case 'EARN':
      await earnPremiums(treasury, treasury.provider.time.now);
      for (const cover of model.covers.filter(({ isActive }) => isActive)) {
        model.free += cover.unearned - unused(cover, now);
        cover.unearned = unused(cover, now);
      }
      return;
    case 'SETTLE':
      treasury.prices.settlement18 = each.price18;
      await treasury.settle();
      if (each.price18 !== null) settle(model, each.price18, now);
  }
}

async function buy({ model, members, treasury }: World, order: Extract<Command, { does: 'BUY' }>, now: number): Promise<void> {
  const refusal = model.refusesToSell(order);
  const { who: member, pack, usdt, insured } = order;
  const answer = await memberOf(members, member).tryToBuy({ pack, amount: toDecimalString(usdt, 6), insured });
  expect(answer.code).toBe(refusal ?? 0);
  if (refusal !== null) return;
  const { juf, reference, cap, premium, reserve } = model.plan({ pack, usdt });
  const [bought] = (await memberOf(members, member).call('purchaseTreasuryHistory', { query: { size: '100' } })).list.content.filter(
    ({ id }) => !(model.purchases[member] ?? []).some((known) => known.id === id),
  );
  expect(bought).toMatchObject({ juf: toDecimalString(juf, 18), price: toDecimalString(reference, 18) });
  const purchase: Bought = { id: bought?.id ?? '', juf, claimed: 0n, at: now, seconds: PACKS[pack][1] * 86_400 };
  model.purchases[member]?.push(purchase);
  model.usdt[member] = (model.usdt[member] ?? 0n) - usdt - (insured ? premium : 0n);
  model.minted += juf + juf / 4n;
  model.reward += juf / 4n;
  model.bonus += usdt / 5n;
  model.treasury += usdt - usdt / 5n - usdt / 20n;
  model.free += usdt / 20n - (insured ? reserve : 0n);
  if (!insured) return;
  const { content } = await memberOf(members, member).call('cancelInsuranceList', { query: { size: '100' } });
  const id = content.find(({ purchaseId }) => purchaseId === purchase.id)?.id ?? '';
  const to = now + treasury.economy.insurance.days * DAY_MS;
  const cover = { id, purchase, who: member, covered: juf, reference, cap, premium, unearned: premium, from: now, to, isActive: true };
  model.covers.push(cover);
}

async function claim({ model, members }: World, { who: member, which }: Extract<Command, { does: 'CLAIM' }>, now: number): Promise<void> {
  const all = model.purchases[member] ?? [];
  const chosen = which === null ? all : all.slice(which, which + 1);
  if (which !== null && chosen.length === 0) return;
  const total = chosen.reduce((sum, purchase) => sum + due(purchase, now), 0n);
  const body = which === null ? {} : { purchaseId: chosen[0]?.id };
  const answer = await memberOf(members, member).send('claimJuf', { body });
  if (total === 0n) {
    expect(answer.code).toBe('NOTHING_TO_CLAIM');
    return;
  }
  expect(answer).toMatchObject({ code: 0, data: { claimed: toDecimalString(total, 18) } });
  model.juf[member] = (model.juf[member] ?? 0n) + total;
  for (const purchase of chosen) {
    const part = due(purchase, now);
    purchase.claimed += part;
    const cover = model.covers.find((candidate) => candidate.purchase === purchase && candidate.isActive && now < candidate.to);
    if (cover === undefined) continue;
    const before = reserveOf(cover);
    cover.covered -= part;
    model.free += before - reserveOf(cover);
  }
}

async function cancel({ model, members }: World, { who: member, which }: Extract<Command, { does: 'CANCEL' }>, now: number): Promise<void> {
  const cover = model.covers.filter((candidate) => candidate.who === member)[which];
  if (cover === undefined) return;
  const answer: Answer = await memberOf(members, member).send('cancelJuTokenInsurance', { body: { insuranceId: cover.id } });
  if (!cover.isActive || now >= cover.to - 7 * DAY_MS) {
    expect(answer.code).toBe(cover.isActive ? 'INSURANCE_SETTLING' : 'INSURANCE_NOT_ACTIVE');
    return;
  }
  const refund = unused(cover, now);
  expect(answer).toMatchObject({ code: 0, data: { refunded: toDecimalString(refund, 6) } });
  cover.isActive = false;
  model.usdt[member] = (model.usdt[member] ?? 0n) + refund;
  model.free += reserveOf(cover) + cover.unearned - refund;
}

function settle(model: Model, settlement: bigint, now: number): void {
  for (const cover of model.covers.filter(({ isActive, to }) => isActive && to <= now)) {
    const paid = payout(cover.covered, cover.reference, settlement, cover.cap);
    cover.isActive = false;
    model.usdt[cover.who] = (model.usdt[cover.who] ?? 0n) + paid;
    model.free += reserveOf(cover) - paid + cover.unearned;
  }
}

async function compare({ model, treasury, members }: World): Promise<void> {
  const { database } = treasury;
  const active = model.covers.filter(({ isActive }) => isActive);
  const all = (kind: AccountKind, token: 'JUF' | 'USDT') => kindBalance(database, kind, token);
  for (const [index, member] of members.entries()) {
    expect(await member.available('USDT')).toBe(toDecimalString(model.usdt[index] ?? 0n, 6));
    expect(await member.available('JUF')).toBe(toDecimalString(model.juf[index] ?? 0n, 18));
  }
  expect({
    free: await all('INSURANCE_POOL_FREE', 'USDT'),
    reserved: await all('INSURANCE_POOL_RESERVED', 'USDT'),
    unearned: await all('UNEARNED_PREMIUM', 'USDT'),
    bonus: await all('BONUS_POOL', 'USDT'),
    treasury: await all('TREASURY', 'USDT'),
    reward: await all('REWARD_POOL_FREE', 'JUF'),
    vesting: await all('VESTING', 'JUF'),
    minted: 1_526_000n * 10n ** 18n - (await all('OUTSIDE_WORLD', 'JUF')),
  }).toEqual({
    free: model.free,
    reserved: active.reduce((sum, cover) => sum + reserveOf(cover), 0n),
    unearned: active.reduce((sum, cover) => sum + cover.unearned, 0n),
    bonus: model.bonus,
    treasury: model.treasury,
    reward: model.reward,
    vesting: model.purchases.flat().reduce((sum, { juf, claimed }) => sum + juf - claimed, 0n),
    minted: model.minted,
  });
}

function memberOf(members: readonly Buyer[], index: number): Buyer {
  const member = members[index];
  if (member === undefined) throw new Error(`there is no member ${index}`);
  return member;
}
