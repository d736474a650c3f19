import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { roleWorth } from '../../../src/lib/worth.ts';
import { type Buyer, DAY_MS, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

const TOKENS = ['JU', 'JUF', 'USDT'] as const;
const PRICES = { JU: '0.084', JUF: '0.42', USDT: '1' };

/** A person with as many accounts as they like, each the upline of the next, against the provider and its ledger. */
async function startPerson(accounts: number, usdtEach: string): Promise<{ treasury: Treasury; own: Buyer[] }> {
  const treasury = await startTreasury();
  treasury.setPrice(PRICES.JUF);
  treasury.prices.juPrice = { at: treasury.provider.time.now, price18: fromDecimalString(PRICES.JU, 18) };
  await treasury.give(pooledAccount('REWARD_POOL_FREE'), 'JUF', '1000000');
  const own: Buyer[] = [];
  for (let index = 0; index < accounts; index += 1) {
    const next = await treasury.buyer(usdtEach);
    const above = own.at(-1);
    if (above !== undefined) await next.call('referBy', { body: { referralCode: (await above.call('userInfo')).referralCode } });
    own.push(next);
  }
  return { treasury, own };
}

async function buyRole({ call }: Buyer, code: string): Promise<void> {
  const role = (await call('memberRolesList')).list.find((each) => each.code === code);
  await call('purchaseMemberRoles', { body: { roleId: role?.id, walletType: 'USDT' }, key: randomUUID() });
}

/** All that the accounts have, in millionths of a USDT at the prices that never moved, rounded down. */
async function worthOfAll(own: readonly Buyer[]): Promise<bigint> {
  let worth = 0n;
  for (const { available } of own) {
    for (const token of TOKENS) {
      const decimals = token === 'USDT' ? 6 : 18;
      worth += (fromDecimalString(await available(token), decimals) * fromDecimalString(PRICES[token], 18)) / 10n ** BigInt(decimals + 12);
    }
  }
  return worth;
}

const inUsdt = (amount: bigint): string => toDecimalString(amount, 6);

describe('a person with three uplines of their own', () => {
  it('with free roles gets nothing back of what they buy: out comes what was put in, less what vesting rounds off', async () => {
    const { treasury, own } = await startPerson(4, '1000');
    await own[3]?.buy({ amount: '1000' });
    treasury.pass(30 * DAY_MS);
    await own[3]?.call('claimJuf', { body: {} });
    for (const { send } of own) expect(await send('claimBonus', { body: {} })).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
    // 1,000 ÷ 0.42 JUF, the last unit cut.
    expect(inUsdt(await worthOfAll(own))).toBe('3999.999999');
    expect(await treasury.audit()).toMatchObject({ sound: true });
  });

  it('with Silver three times loses half of its price, though their own purchases would have earned many times as much', async () => {
    const { treasury, own } = await startPerson(4, '20000');
    for (const upline of own.slice(0, 3)) await buyRole(upline, 'SILVER');
    await own[3]?.buy({ amount: '20000' });
    treasury.pass(30 * DAY_MS);
    await own[3]?.call('claimJuf', { body: {} });
    for (const { call } of own.slice(0, 3)) await call('claimBonus', { body: {} });
    // 7, 3 and 1 % of 20,000 would be 2,200. What the ledger says: 300 for roles, half of it back.
    expect(inUsdt(await worthOfAll(own))).toBe('79849.999999');
    expect(await treasury.audit()).toMatchObject({ sound: true });
  });
});

/** Claims a privilege as often as it falls due in so many days. */
async function claimPrivileges(treasury: Treasury, { call }: Buyer, days: number): Promise<void> {
  for (let passed = 30; passed <= days; passed += 30) {
    treasury.pass(30 * DAY_MS);
    await call('claimMemberPrivilege', { body: {} });
  }
}

describe('a role', () => {
  const role = defaultEconomy.roles[1];
  const units = (amount: string | undefined): bigint => fromDecimalString(amount ?? '0', 18);

  it('brings its price back on the day that its worth is stated by, and not a privilege sooner', async () => {
    const { paysBackDays } = roleWorth({
      price: units(role?.priceUsdt),
      addedJuf: units(role?.privilege.juf),
      everyDays: 30,
      juf18: units(PRICES.JUF),
    });
    const { treasury, own } = await startPerson(1, '100');
    const [self] = own;
    if (self === undefined) throw new Error('one was asked for');
    await buyRole(self, 'SILVER');
    await claimPrivileges(treasury, self, Number(paysBackDays) - 30);
    expect(await worthOfAll(own)).toBeLessThan(100_000_000n);
    await claimPrivileges(treasury, self, 30);
    expect(await worthOfAll(own)).toBeGreaterThanOrEqual(100_000_000n);
    expect(await treasury.audit()).toMatchObject({ sound: true });
  });

  it('gives back less in the time of the longest stake than the stake, however much one’s own purchases bring of its price', async () => {
    const split = await startPerson(2, '1000');
    const [upline, buyer] = split.own;
    if (upline === undefined || buyer === undefined) throw new Error('two were asked for');
    await buyRole(upline, 'SILVER');
    await buyer.buy({ amount: '1000' });
    await claimPrivileges(split.treasury, upline, 360);
    await upline.call('claimBonus', { body: {} });
    await buyer.call('claimJuf', { body: {} });
    // 1,900 of 2,000 remained: 50 in bonuses and 12 × 5 JUF at 0.42 came back of 100.
    expect(inUsdt(await worthOfAll(split.own))).toBe('1975.199999');
    // 238.095 JUF for 360 days at 18 % are 117.75 USDT in the end.
    expect(50n + 25n < 117n).toBe(true);
    expect(await split.treasury.audit()).toMatchObject({ sound: true });
  });
});

it('turbo on the stake that rounding favours most returns a quarter more than it costs, and no more', async () => {
  const run = async (units: number): Promise<bigint> => {
    const { treasury, own } = await startPerson(1, '0');
    const [self] = own;
    if (self === undefined) throw new Error('one was asked for');
    await treasury.give({ kind: 'AVAILABLE', ownerId: self.id }, 'JUF', '100000');
    await treasury.give({ kind: 'AVAILABLE', ownerId: self.id }, 'JU', '10000');
    const period = (await self.call('stakingInfo')).periodList.find(({ days }) => days === 30);
    const { staking } = await self.call('stakingPurchase', { body: { amount: '100000', periodId: period?.id }, key: randomUUID() });
    if (units > 0) await self.call('turboCharge', { body: { stakingId: staking.id, units }, key: randomUUID() });
    treasury.pass(30 * DAY_MS);
    await self.call('withdrawCapital', { body: { stakingId: staking.id }, key: randomUUID() });
    expect(await treasury.audit()).toMatchObject({ sound: true });
    return worthOfAll(own);
  };
  const [plain, turbo] = [await run(0), await run(10)];
  // 42,840 at the beginning; 6 % × 1.5 a year for 30 days is 310.684931.
  expect(inUsdt(plain)).toBe('43150.684931');
  // Ten units return 345.205479 USDT and cost 3,290 JU, 276.36.
  expect(inUsdt(turbo)).toBe('43219.53041');
  // At most 10,000 ÷ 8,000 of its cost.
  expect((turbo - plain) * 8_000n <= 276_360_000n * 2_000n).toBe(true);
});

it('a hundred USDT buy fewer votes in points and in a role than in the package that gives fewest, and ten free accounts buy none', async () => {
  const { treasury, own } = await startPerson(3, '100');
  const [points, role, seed] = own;
  await points?.call('juScorePurchase', { body: { points: 10_000 }, key: randomUUID() });
  if (role !== undefined) await buyRole(role, 'SILVER');
  await seed?.call('purchaseTreasury', {
    body: { treasuryId: packageId('SEED'), amount: '100', maxPrice: '1', insured: false },
    key: randomUUID(),
  });
  const power = async (member: Buyer | undefined) => (await member?.call('juPowerInfo'))?.power;
  expect([await power(points), await power(role), await power(seed)]).toEqual(['20', '10', '238.095238095238095238']);
  for (let index = 0; index < 10; index += 1) {
    const free = await treasury.buyer('0');
    await free.call('juScoreClaim', { body: {} });
    expect(await power(free)).toBe('0');
  }
});
