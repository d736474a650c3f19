import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { Refusal } from '../../../provider/http/refusal.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { spendAgreed } from '../../../provider/modules/intent/spend.ts';
import { chargeTurbo } from '../../../provider/modules/staking/charge-turbo.ts';
import { claimRoi, withdrawCapital } from '../../../provider/modules/staking/claim-roi.ts';
import { periodsOf, purchaseStake } from '../../../provider/modules/staking/purchase-stake.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { operate } from '../operate.ts';
import { DAY_MS, ONE, openStaking, reserveAccount, type Staker } from './open-staking.ts';

let shared: Awaited<ReturnType<typeof openStaking>>;
beforeAll(async () => {
  shared = await openStaking('0');
});
afterAll(() => shared.stop());

type Command =
  | { does: 'STAKE'; who: 0 | 1; amount: bigint; period: number }
  | { does: 'CHARGE'; who: 0 | 1; which: number; units: number }
  | { does: 'CLAIM'; who: 0 | 1; which: number | null }
  | { does: 'WITHDRAW'; who: 0 | 1; which: number }
  | { does: 'WAIT'; ms: number };

const who = fc.constantFrom<0 | 1>(0, 1);
const which = fc.nat({ max: 6 });
const staking: fc.Arbitrary<Command> = fc.record({
  does: fc.constant('STAKE' as const),
  who,
  amount: fc.oneof(
    { weight: 4, arbitrary: fc.bigInt(100n * ONE, 400n * ONE) },
    fc.bigInt(99n * ONE, 100n * ONE),
    fc.bigInt(1_000n * ONE, 1_400n * ONE),
  ),
  period: fc.nat({ max: 3 }),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  staking,
  { weight: 3, arbitrary: fc.record({ does: fc.constant('CHARGE' as const), who, which, units: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('CLAIM' as const), who, which: fc.option(which) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('WITHDRAW' as const), who, which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('WAIT' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: DAY_MS, max: 40 * DAY_MS })),
    }),
  },
);
/** Something to work with first. */
const commandLists = fc
  .tuple(fc.array(staking, { minLength: 3, maxLength: 6 }), fc.array(command, { minLength: 15, maxLength: 40, size: 'max' }))
  .map(([first, then]) => [...first, ...then]);

/** Adds up the return span by span, as numerators per second: a different method from the provider's. */
interface ModelStake {
  id: string;
  owner: 0 | 1;
  amount: bigint;
  rate: bigint;
  limit: number;
  startedAt: number;
  maturesAt: number;
  charges: { units: number; startedAt: number; endsAt: number }[];
  claimed: bigint;
  withdrawn: boolean;
}

const YEAR = 10_000n * 365n * 86_400n;
const PERIODS = [
  { days: 30, apr: 600n },
  { days: 90, apr: 900n },
  { days: 180, apr: 1_200n },
  { days: 360, apr: 1_800n },
] as const;

class Model {
  readonly stakes: ModelStake[] = [];
  readonly juf: [bigint, bigint] = [2_500n * ONE, 2_500n * ONE];
  readonly ju: [bigint, bigint] = [2n * ONE, 2n * ONE];
  free: bigint;
  burned = 0n;

  constructor(free: bigint) {
    this.free = free;
  }

  earned(stake: ModelStake, at: number): bigint {
    const seconds = (from: number, to: number): bigint => BigInt(Math.max(0, Math.floor((Math.min(at, to) - from) / 1_000)));
    const charged = stake.charges.reduce((sum, each) => sum + BigInt(100 * each.units) * seconds(each.startedAt, each.endsAt), 0n);
    return (stake.amount * (stake.rate * seconds(stake.startedAt, stake.maturesAt) + charged)) / YEAR;
  }

  owed(stake: ModelStake): bigint {
    return this.earned(stake, stake.maturesAt) - stake.claimed;
  }

  find(owner: 0 | 1, index: number): ModelStake | undefined {
    const own = this.stakes.filter((stake) => stake.owner === owner);
    return own[index % Math.max(own.length, 1)];
  }

  stake(owner: 0 | 1, amount: bigint, period: (typeof PERIODS)[number], now: number): string | ModelStake {
    if (amount < 100n * ONE) return 'BELOW_MINIMUM';
    if (amount > this.juf[owner]) return 'INSUFFICIENT_BALANCE';
    const isPlus = amount >= 1_000n * ONE;
    const made: ModelStake = {
      id: '',
      owner,
      amount,
      rate: isPlus ? (period.apr * 11n) / 10n : period.apr,
      limit: isPlus ? 4 : 2,
      startedAt: now,
      maturesAt: now + period.days * DAY_MS,
      charges: [],
      claimed: 0n,
      withdrawn: false,
    };
    if (this.owed(made) > this.free) return 'POOL_DRAINED';
    this.free -= this.owed(made);
    this.juf[owner] -= amount;
    this.stakes.push(made);
    return made;
  }

  charge(owner: 0 | 1, stake: ModelStake | undefined, units: number, now: number): string | null {
    if (stake?.owner !== owner) return 'STAKING_UNKNOWN';
    if (stake.maturesAt - now < 30 * DAY_MS) return 'TURBO_TOO_LATE';
    const active = stake.charges.filter(({ endsAt }) => endsAt > now).reduce((sum, each) => sum + each.units, 0);
    if (active + units > stake.limit) return 'TURBO_LIMIT';
    const hundreds = (stake.amount + 100n * ONE - 1n) / (100n * ONE);
    const price = (hundreds * BigInt(units) * ONE) / 20n;
    if (price > this.ju[owner]) return 'INSUFFICIENT_BALANCE';
    const charged: ModelStake = { ...stake, charges: [...stake.charges, { units, startedAt: now, endsAt: now + 30 * DAY_MS }] };
    const extra = this.owed(charged) - this.owed(stake);
    if (extra > this.free) return 'POOL_DRAINED';
    this.free -= extra;
    this.ju[owner] -= price;
    this.burned += price;
    stake.charges = charged.charges;
    return null;
  }

  claim(owner: 0 | 1, stakes: readonly (ModelStake | undefined)[], now: number): string | bigint {
    let claimed = 0n;
    for (const stake of stakes) {
      if (stake?.owner !== owner) return 'STAKING_UNKNOWN';
      claimed += this.earned(stake, now) - stake.claimed;
      stake.claimed = this.earned(stake, now);
    }
    this.juf[owner] += claimed;
    return claimed === 0n ? 'NOTHING_TO_CLAIM' : claimed;
  }

  withdraw(owner: 0 | 1, stake: ModelStake | undefined, now: number): string | bigint {
    if (stake?.owner !== owner) return 'STAKING_UNKNOWN';
    if (stake.withdrawn) return 'ALREADY_WITHDRAWN';
    if (now < stake.maturesAt) return 'NOT_MATURED';
    const roi = this.owed(stake);
    stake.claimed += roi;
    stake.withdrawn = true;
    this.juf[owner] += roi + stake.amount;
    return roi;
  }
}

const FUNDS = { JUF: '2500', JU: '2' };

interface World {
  model: Model;
  members: [Staker, Staker];
}

it('does what a simple model does after any commands, and refuses when it does, with the same word', async () => {
  await fc.assert(
    fc.asyncProperty(commandLists, async (commands) => {
      const world = await newWorld();
      for (const each of commands) await run(world, each);
      await agree(world);
      // In the end the reserves are empty, however the returns were claimed.
      shared.passDays(400);
      for (const stake of world.model.stakes) if (!stake.withdrawn) await withdraw(world, stake.owner, stake);
      await agree(world);
      for (const { id } of world.model.stakes) expect(await shared.holds(reserveAccount(id))).toBe('0');
      expect(await shared.audit()).toMatchObject({ sound: true });
    }),
    { numRuns: 25 },
  );
}, 240_000);

async function newWorld(): Promise<World> {
  const members: World['members'] = [await shared.member(FUNDS), await shared.member(FUNDS)];
  // Little, so that it is drained now and then.
  await shared.fundPool('60');
  const model = new Model(fromDecimalString(await shared.holds(pooledAccount('REWARD_POOL_FREE')), 18));
  model.burned = fromDecimalString(await shared.holds(pooledAccount('BURNED'), 'JU'), 18);
  return { model, members };
}

async function run(world: World, each: Command): Promise<void> {
  const { model } = world;
  const now = shared.provider.time.now.getTime();
  if (each.does === 'WAIT') shared.provider.time.advance(each.ms);
  else if (each.does === 'STAKE') await stake(world, each, now);
  else if (each.does === 'WITHDRAW') await withdraw(world, each.who, find(model, each.who, each.which));
  else if (each.does === 'CHARGE') await charge(world, each, now);
  else await claim(world, each, now);
}

/** Sometimes another member's, which both must not find. */
function find(model: Model, owner: 0 | 1, index: number): ModelStake | undefined {
  return index === 6 ? model.find(owner === 0 ? 1 : 0, 0) : model.find(owner, index);
}

const UNKNOWN = '01234567-89ab-7def-8123-456789abcdef';

async function stake(
  { model, members }: World,
  { who: owner, amount, period }: Extract<Command, { does: 'STAKE' }>,
  now: number,
): Promise<void> {
  const terms = PERIODS[period] ?? PERIODS[0];
  const periodId = periodsOf(defaultEconomy).find(({ days }) => days === terms.days)?.id ?? '';
  const expected = model.stake(owner, amount, terms, now);
  const order = { amount: toDecimalString(amount, 18), periodId };
  const outcome = await outcomeOf(() =>
    operate(shared.provider, async (tx) => (await purchaseStake(tx, services(), members[owner].id, order, spendAgreed)).staking.id),
  );
  if (typeof expected === 'string') expect(outcome).toBe(expected);
  else expected.id = outcome;
  expect(typeof expected === 'string' || !/^[A-Z]/.test(outcome), outcome).toBe(true);
}

async function charge(
  { model, members }: World,
  { who: owner, which: index, units }: Extract<Command, { does: 'CHARGE' }>,
  now: number,
): Promise<void> {
  const chosen = find(model, owner, index);
  const expected = model.charge(owner, chosen, units, now);
  const order = { stakingId: chosen?.id ?? UNKNOWN, units };
  const outcome = await outcomeOf(() =>
    operate(shared.provider, async (tx) => (await chargeTurbo(tx, services(), members[owner].id, order, spendAgreed)).charge.id),
  );
  expect(/^[A-Z]/.test(outcome) ? outcome : null).toBe(expected);
}

async function claim(
  { model, members }: World,
  { who: owner, which: index }: Extract<Command, { does: 'CLAIM' }>,
  now: number,
): Promise<void> {
  const chosen = index === null ? model.stakes.filter((each) => each.owner === owner) : [find(model, owner, index)];
  const expected = model.claim(owner, chosen, now);
  const stakingId = index === null ? undefined : (chosen[0]?.id ?? UNKNOWN);
  const outcome = await outcomeOf(() =>
    operate(shared.provider, async (tx) => (await claimRoi(tx, services(), members[owner].id, stakingId)).claimed),
  );
  expect(outcome).toBe(typeof expected === 'string' ? expected : toDecimalString(expected, 18));
}

async function withdraw({ model, members }: World, owner: 0 | 1, chosen: ModelStake | undefined): Promise<void> {
  const expected = model.withdraw(owner, chosen, shared.provider.time.now.getTime());
  const stakingId = chosen?.id ?? UNKNOWN;
  const outcome = await outcomeOf(() =>
    operate(shared.provider, async (tx) => (await withdrawCapital(tx, services(), members[owner].id, stakingId)).roi),
  );
  expect(outcome).toBe(typeof expected === 'string' ? expected : toDecimalString(expected, 18));
}

/** Balances, pool, reserves and what the members' pages say. */
async function agree({ model, members }: World): Promise<void> {
  const now = shared.provider.time.now.getTime();
  const format = (amount: bigint): string => toDecimalString(amount, 18);
  expect(await shared.holds(pooledAccount('REWARD_POOL_FREE'))).toBe(format(model.free));
  expect(await shared.holds(pooledAccount('BURNED'), 'JU')).toBe(format(model.burned));
  for (const owner of [0, 1] as const) {
    expect(await members[owner].available('JUF')).toBe(format(model.juf[owner]));
    expect(await members[owner].available('JU')).toBe(format(model.ju[owner]));
    const { content } = (await members[owner].call('stakingList', { query: { size: '100' } })).stakingList;
    const own = model.stakes.filter((each) => each.owner === owner);
    expect(new Map(content.map((each) => [each.id, [each.accruedRoi, each.claimedRoi]]))).toEqual(
      new Map(own.map((each) => [each.id, [format(model.earned(each, now)), format(each.claimed)]])),
    );
  }
  for (const each of model.stakes) expect(await shared.holds(reserveAccount(each.id))).toBe(format(model.owed(each)));
}

function services() {
  return { economy: defaultEconomy, language: 'en' as const, clock: () => shared.provider.time.now, prices: shared.prices };
}

async function outcomeOf(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
