import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultEconomy, type Economy, readKeptEconomy, validateEconomy } from '../../../provider/economy.ts';
import { assessEconomy } from '../../../provider/economy-model/assess-economy.ts';
import { bestStakeRate, exceeds, type FindingCode, leastVotesOfCapital, type Prices18 } from '../../../provider/economy-model/rates.ts';
import { type Act, type Outcome, simulatePerson } from './simulate-person.ts';

const ONE = 10n ** 18n;
const CENT = 10n ** 16n;
const USDT = 1_000_000n;
const today: Prices18 = { juf18: 42n * CENT, ju18: (84n * CENT) / 10n };

const codesOf = (economy: Economy, prices = today): FindingCode[] =>
  assessEconomy(economy, prices).flatMap(({ findings }) => findings.map(({ code }) => code));

/** Changed terms that the economy's own check takes. */
const changed = (change: (terms: Economy) => unknown): Economy => {
  const terms = structuredClone(defaultEconomy);
  change(terms);
  return validateEconomy(terms);
};

const ACCOUNTS = 5;
const account = fc.nat(ACCOUNTS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('ROLE' as const), account, rank: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('PACKAGE' as const), account, pack: fc.nat(3), usdt: fc.bigInt(10n * USDT, 100_000n * USDT) }),
  fc.record({ do: fc.constant('POINTS' as const), account, points: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ do: fc.constant('FREE_POINTS' as const), account, points: fc.integer({ min: 10, max: 30 }) }),
  fc.record({
    do: fc.constant('STAKE' as const),
    account,
    juf: fc.oneof(fc.bigInt(100n * ONE, 200_000n * ONE), fc.constant(100_000n * ONE)),
    period: fc.nat(3),
    units: fc.integer({ min: 1, max: 10 }),
  }),
);
const plan = fc.array(act, { maxLength: 60 });
const prices: fc.Arbitrary<Prices18> = fc.record({ juf18: fc.bigInt(CENT, 100n * ONE), ju18: fc.bigInt(CENT / 10n, 100n * ONE) });

/** The model's promise for terms without findings. */
function expectNoArbitrage(economy: Economy, at: Prices18, outcome: Outcome): void {
  const { rolesPaid, bonuses, privileges, pointsPaid, turboPaid, turboReturned, votesOfSpending } = outcome;
  if (!codesOf(economy, at).some((code) => code.startsWith('PRIVILEGES'))) {
    const staked = bestStakeRate(economy) * 360n;
    expect((bonuses + privileges) * 3_650_000n <= rolesPaid * (3_650_000n + staked), 'what roles give back against a stake').toBe(true);
  }
  expect(bonuses * 10_000n <= rolesPaid * BigInt(economy.bonuses.capRate), 'bonuses against roles').toBe(true);
  expect(turboReturned * BigInt(economy.staking.turbo.costRate) <= turboPaid * 10_000n, 'turbo').toBe(true);
  const spent = rolesPaid - bonuses + pointsPaid;
  const bound = leastVotesOfCapital(economy, at);
  expect(exceeds({ of: votesOfSpending * USDT, over: spent * ONE }, bound), 'votes against the package with fewest').toBe(false);
}

describe('the default terms', () => {
  it('leave nothing to gain at today’s prices', () => {
    expect(assessEconomy(defaultEconomy, today).map(({ benefit, brings, findings }) => [benefit, brings, findings])).toEqual([
      ['BONUSES', '50 % of what the roles cost, at most', []],
      [
        'PRIVILEGES',
        'its price after 1440 days at most, which have to be 1825 or fewer; split, 63.9678 % of what a stake gives back in 360 days, which has to be 100 % at most',
        [],
      ],
      ['VOTES', '5.291 votes for each USDT, which stays one’s own', []],
      ['TURBO', expect.stringMatching(/^124\.9115 % of what it costs; it has to be 100 % at least/), []],
      ['DISCOUNTS', '25.8865 % a year, for a lock', []],
      ['STAKING', '27 % a year at most, for a lock', []],
      ['INSURANCE', 'a loss of 2 % at constant prices; at most what was paid for the JUF when they fall', []],
      [
        'FEES',
        '0.05 % of what is transferred is not taken; the points of a level are paid back once 100000 USDT were sent, which has to be no more than on the first',
        [],
      ],
    ]);
  });

  it('are sound from 0.34 to 1.07 USDT for a JUF, and in votes up to 5', () => {
    const at = (cents: bigint): FindingCode[] => codesOf(defaultEconomy, { ...today, juf18: cents * CENT });
    for (const cents of [34n, 42n, 107n]) expect(at(cents), `${cents} cents`).toEqual([]);
    // The least price of a unit is more than it returns.
    expect(at(1n)).toContain('TURBO_COSTS_MORE_THAN_IT_RETURNS');
    expect(at(33n)).toEqual(['PRIVILEGES_PAY_BACK_LATE']);
    expect(new Set(at(108n))).toEqual(new Set(['PRIVILEGES_OUTYIELD_STAKING']));
    expect(at(500n)).not.toContain('VOTES_CHEAPER_THAN_PACKAGES');
    expect(at(501n)).toContain('VOTES_CHEAPER_THAN_PACKAGES');
  });

  it('that were kept with a mark-up on turbo’s return cost as much as before', () => {
    const { costRate: _, ...turbo } = defaultEconomy.staking.turbo;
    const kept = { ...defaultEconomy, staking: { ...defaultEconomy.staking, turbo: { ...turbo, markupRate: 1_000 } } };
    expect(readKeptEconomy(kept).staking.turbo).toEqual({ ...turbo, costRate: 11_000 });
    expect(readKeptEconomy(defaultEconomy)).toEqual(defaultEconomy);
  });

  it('are kept by any plan of a person with five accounts, each the upline of the next, to the last unit', () => {
    fc.assert(
      fc.property(plan, (acts) => {
        expectNoArbitrage(defaultEconomy, today, simulatePerson(defaultEconomy, today, ACCOUNTS, acts));
      }),
      { numRuns: 500 },
    );
  });
});

const terms: fc.Arbitrary<Economy> = fc
  .record({
    capRate: fc.integer({ min: 0, max: 20_000 }),
    perRoleRank: fc.integer({ min: 0, max: 200 }),
    pointsPerPower: fc.integer({ min: 1, max: 5_000 }),
    costRate: fc.integer({ min: 1_000, max: 15_000 }),
    boostPerUnit: fc.integer({ min: 1, max: 1_000 }),
    juPerUnit: fc.constantFrom('0', '0.05', '3'),
    prices: fc.tuple(...[100, 500, 2_000, 10_000].map((most) => fc.integer({ min: 1, max: most }))),
  })
  .map((drawn) =>
    changed((economy) => {
      economy.bonuses.capRate = drawn.capRate;
      economy.power.perRoleRank = drawn.perRoleRank;
      economy.power.pointsPerPower = drawn.pointsPerPower;
      Object.assign(economy.staking.turbo, { costRate: drawn.costRate, boostPerUnit: drawn.boostPerUnit, juPerUnit: drawn.juPerUnit });
      // Terms in which a higher role costs no more than a lower one are refused before they are assessed.
      const rising = drawn.prices.toSorted((one, other) => one - other).map((price, index) => price + index);
      for (const [index, price] of rising.entries()) Object.assign(economy.roles[index + 1] ?? {}, { priceUsdt: String(price) });
    }),
  );

describe('any terms', () => {
  it('in which nothing is found leave nothing to gain to any plan, at any prices', () => {
    const bears = /^(BONUSES_EXCEED|VOTES)/;
    fc.assert(
      fc.property(terms, prices, plan, (economy, at, acts) => {
        fc.pre(!codesOf(economy, at).some((code) => bears.test(code)));
        expectNoArbitrage(economy, at, simulatePerson(economy, at, ACCOUNTS, acts));
      }),
      { numRuns: 200 },
    );
  });

  it.each<[FindingCode, string, (terms: Economy) => unknown]>([
    ['BONUSES_EXCEED_ROLE_PRICE', 'a role earns back more than it cost', ({ bonuses }) => (bonuses.capRate = 10_001)],
    ['PRIVILEGES_FOR_NOTHING', 'a role earns back all it cost', ({ bonuses }) => (bonuses.capRate = 10_000)],
    ['BONUSES_NEVER_PAID', 'the free role states rates', ({ roles }) => Object.assign(roles[0] ?? {}, { bonusRates: [500, 200, 100] })],
    [
      'PRIVILEGES_OUTYIELD_STAKING',
      'a role gives a tenth of its price each month',
      ({ roles }) => Object.assign(roles[1]?.privilege ?? {}, { juf: '24' }),
    ],
    [
      'PRIVILEGES_PAY_BACK_LATE',
      'a role gives as little as it used to',
      ({ roles }) => Object.assign(roles[1]?.privilege ?? {}, { juf: '1' }),
    ],
    [
      'PRIVILEGES_CHEAPER_SPLIT',
      'five Silver give more than one Gold',
      ({ roles }) => Object.assign(roles[2]?.privilege ?? {}, { juf: '24' }),
    ],
    [
      'LEVELS_SAVE_LESS_HIGHER',
      'the highest level takes as many points as it used to',
      ({ score }) => Object.assign(score.levels[4] ?? {}, { from: 200_000 }),
    ],
    ['VOTES_CHEAPER_THAN_PACKAGES', 'a point is a vote', ({ power }) => (power.pointsPerPower = 1)],
    ['VOTES_CHEAPER_THAN_PACKAGES', 'a rank is a thousand votes', ({ power }) => (power.perRoleRank = 1_000)],
    [
      'DISCOUNT_OUTYIELDS_STAKING',
      'a tenth off for thirty days',
      ({ treasury }) => Object.assign(treasury.packages[0] ?? {}, { discountRate: 1_000 }),
    ],
    ['TURBO_COSTS_MORE_THAN_IT_RETURNS', 'a unit costs a tenth more than it returns', ({ staking }) => (staking.turbo.costRate = 11_000)],
    ['TURBO_EARNS_MORE_SPLIT', 'small stakes run more turbo', ({ staking }) => Object.assign(staking.tiers[0] ?? {}, { maxTurbo: 20 })],
    ['TURBO_OUTYIELDS_LONG_STAKES', 'a unit adds a tenth', ({ staking }) => (staking.turbo.boostPerUnit = 10_000)],
    ['STAKES_EARN_MORE_SPLIT', 'small stakes earn more', ({ staking }) => Object.assign(staking.tiers[0] ?? {}, { multiplier: 20_000 })],
    ['SHORT_STAKES_EARN_MORE', 'short stakes earn more', ({ staking }) => Object.assign(staking.periods[0] ?? {}, { apr: 1_900 })],
  ])('%s is found where %s', (code, _what, change) => {
    expect(codesOf(changed(change))).toContain(code);
  });

  it('need a price', () => {
    expect(() => assessEconomy(defaultEconomy, { ...today, ju18: 0n })).toThrow(RangeError);
  });
});

describe('a finding can really be exploited', () => {
  it('with nearly three times as much JUF, splitting gets more out of a role in the time of the longest stake than that stake gives', () => {
    const economy = changed(({ roles }) => Object.assign(roles[1]?.privilege ?? {}, { juf: '14' }));
    const acts: Act[] = [
      { do: 'ROLE', account: 0, rank: 1 },
      { do: 'PACKAGE', account: 1, pack: 0, usdt: 1_000n * USDT },
    ];
    const { rolesPaid, bonuses, privileges } = simulatePerson(economy, today, 2, acts);
    // Half in bonuses, and 12 × 14 JUF at 0.42; the stake of 100 USDT would give back 117.75.
    expect([rolesPaid, bonuses, privileges]).toEqual([100n * USDT, 50n * USDT, 70_560_000n]);
    expect(codesOf(economy)).toContain('PRIVILEGES_OUTYIELD_STAKING');
  });

  it('with a cap above the price, own purchases bring more than the role has cost', () => {
    const economy = changed(({ bonuses }) => (bonuses.capRate = 12_000));
    const acts: Act[] = [
      { do: 'ROLE', account: 0, rank: 1 },
      { do: 'PACKAGE', account: 1, pack: 0, usdt: 2_000n * USDT },
    ];
    const { rolesPaid, bonuses } = simulatePerson(economy, today, 2, acts);
    expect([rolesPaid, bonuses]).toEqual([100n * USDT, 120n * USDT]);
  });

  it('at the terms there were before, a hundred USDT of points are 10,000 votes, of the cheapest package 238', () => {
    const economy = changed(({ power }) => Object.assign(power, { pointsPerPower: 1, perRoleRank: 1_000 }));
    const { votesOfSpending, pointsPaid } = simulatePerson(economy, today, 1, [{ do: 'POINTS', account: 0, points: 10_000 }]);
    expect([votesOfSpending, pointsPaid]).toEqual([10_000n * ONE, 100n * USDT]);
    const { of, over } = leastVotesOfCapital(economy, today);
    expect((100n * of) / over).toBe(238n);
    expect(() => expectNoArbitrage(economy, today, simulatePerson(economy, today, 1, [{ do: 'POINTS', account: 0, points: 1 }]))).toThrow();
  });

  it('at a fixed price of 0.05 JU, turbo returned 8.2 times what it cost', () => {
    // 100 JUF × 1 % × 30 ÷ 365 at 0.42, for 0.05 JU at 0.084.
    const returned = (100n * ONE * 100n * 30n * today.juf18) / (10_000n * 365n);
    const paid = 5n * CENT * today.ju18;
    expect((returned * 100n) / paid).toBe(821n);
  });
});
