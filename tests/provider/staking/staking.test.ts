import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { startProvider } from '../start-provider.ts';
import { DAY_MS, openStaking, periodOf, reserveAccount, stakedAccount, startStaking } from './open-staking.ts';

const UNKNOWN = v7();

let shared: Awaited<ReturnType<typeof openStaking>>;
beforeAll(async () => {
  shared = await openStaking('1000000');
});
afterAll(async () => {
  expect(await shared.audit()).toMatchObject({ sound: true });
  await shared.stop();
});

describe('the offer', () => {
  it('has the economy’s tiers, periods and turbo charge, and the pool that pays them', async () => {
    const { member } = await startStaking('5000');
    const { call } = await member();
    const info = await call('stakingInfo');
    expect(info.tierList.map(({ name, minAmount, multiplier, maxTurbo }) => [name, minAmount, multiplier, maxTurbo])).toEqual([
      ['Base', '100', 10_000, 2],
      ['Plus', '1000', 11_000, 4],
      ['Pro', '10000', 12_500, 6],
      ['Prime', '100000', 15_000, 10],
    ]);
    expect(info.periodList.map(({ days, apr }) => [days, apr])).toEqual([
      [30, 600],
      [90, 900],
      [180, 1_200],
      [360, 1_800],
    ]);
    expect(info.turboChargeInfo).toEqual({ walletType: 'JU', pricePerUnit: '0.05', perJuf: '100', boostPerUnit: 100, durationDays: 30 });
    expect(info.rewardPool).toEqual({ free: '5000', reserved: '0' });
    expect(info.currentStaking).toEqual({ total: '0', positions: 0, accruedRoi: '0', claimedRoi: '0', tier: null });
    const again = await call('stakingInfo');
    expect([again.tierList, again.periodList]).toEqual([info.tierList, info.periodList]);
  });
});

describe('staking', () => {
  it('takes the amount and reserves the most that it can earn', async () => {
    const { member, holds, provider } = await startStaking();
    const { call, available } = await member({ JUF: '2500' });
    const { staking, transaction } = await call('stakingPurchase', { body: { amount: '1000', periodId: await periodOf(call, 360) } });
    expect(staking).toMatchObject({
      amount: '1000',
      tier: 'Plus',
      days: 360,
      apr: 1_800,
      effectiveApr: 1_980,
      accruedRoi: '0',
      claimedRoi: '0',
    });
    expect(staking).toMatchObject({ turboUnits: 0, turboEndsAt: null, status: 'ACTIVE', startedAt: provider.time.now.toISOString() });
    expect(Date.parse(staking.maturesAt) - Date.parse(staking.startedAt)).toBe(360 * DAY_MS);
    expect(transaction).toMatchObject({
      kind: 'STAKE',
      walletType: 'JUF',
      amount: '1000',
      direction: 'OUT',
      fee: '0',
      balanceAfter: '1500',
    });
    expect(await available('JUF')).toBe('1500');
    expect(await holds(stakedAccount(staking.id))).toBe('1000');
    expect(await holds(reserveAccount(staking.id))).toBe('195.287671232876712328');
    const { rewardPool, currentStaking } = await call('stakingInfo');
    expect(rewardPool).toEqual({ free: '999804.712328767123287672', reserved: '195.287671232876712328' });
    expect(currentStaking).toEqual({ total: '1000', positions: 1, accruedRoi: '0', claimedRoi: '0', tier: 'Plus' });
  });

  it('is of the highest tier that the amount reaches', async () => {
    const { stake } = await shared.member({ JUF: '200000' });
    const tierOf = async (amount: string) => {
      const { tier, effectiveApr } = await stake(amount, 30);
      return [tier, effectiveApr];
    };
    expect(await tierOf('100')).toEqual(['Base', 600]);
    expect(await tierOf('999.999999999999999999')).toEqual(['Base', 600]);
    expect(await tierOf('1000')).toEqual(['Plus', 660]);
    expect(await tierOf('9999.9')).toEqual(['Plus', 660]);
    expect(await tierOf('10000')).toEqual(['Pro', 750]);
    expect(await tierOf('100000')).toEqual(['Prime', 900]);
  });

  it('keeps the terms that were agreed, whatever the economy says later', { tags: 'full' }, async () => {
    const { member, provider } = shared;
    const { stake, id } = await member({ JUF: '1000' });
    const { id: stakingId } = await stake('1000', 30);
    const economy = structuredClone(defaultEconomy);
    economy.staking.tiers = economy.staking.tiers.map((tier) => ({ ...tier, multiplier: 90_000 }));
    economy.staking.periods = [{ days: 30, apr: 9_000 }];
    const later = await startProvider({ databaseUrl: provider.databaseUrl, economy });
    later.time.now = new Date(provider.time.now.getTime() + 30 * DAY_MS);
    const { token } = await beginSession(createDatabase(later.pool), later.time.now, id, 'WALLET');
    const withdrawn = await later.call('withdrawCapital', { token, body: { stakingId }, headers: { 'idempotency-key': randomUUID() } });
    expect(withdrawn).toMatchObject({ returned: '1000', roi: '5.424657534246575342' });
    expect(withdrawn.staking).toMatchObject({ apr: 600, effectiveApr: 660, tier: 'Plus' });
    // Other tests share this database.
    await startProvider({ databaseUrl: provider.databaseUrl, economy: defaultEconomy });
  });

  it('refuses PERIOD_UNKNOWN, BELOW_MINIMUM and INSUFFICIENT_BALANCE, and takes nothing', async () => {
    const { member, audit } = shared;
    const { call, send, available } = await member({ JUF: '100' });
    const periodId = await periodOf(call, 30);
    expect(await send('stakingPurchase', { body: { amount: '100', periodId: UNKNOWN } })).toMatchObject({
      status: 422,
      code: 'PERIOD_UNKNOWN',
    });
    expect(await send('stakingPurchase', { body: { amount: '99.999999999999999999', periodId } })).toMatchObject({
      status: 422,
      code: 'BELOW_MINIMUM',
      detail: { minAmount: '100' },
    });
    expect(await send('stakingPurchase', { body: { amount: '100.000000000000000001', periodId } })).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
      detail: { walletType: 'JUF', available: '100' },
    });
    expect(await send('stakingPurchase', { body: { amount: '9'.repeat(60), periodId } })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await available('JUF')).toBe('100');
    expect((await call('stakingList')).stakingList).toEqual({ content: [], totalPages: 0 });
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('refuses POOL_DRAINED when the pool cannot cover the return, by a single base unit too, and takes nothing', async () => {
    const { member, fundPool, holds, audit } = await startStaking('0.493150684931506848');
    const { call, send, available, stake } = await member({ JUF: '100' });
    const order = { body: { amount: '100', periodId: await periodOf(call, 30) } };
    expect(await send('stakingPurchase', order)).toMatchObject({ status: 409, code: 'POOL_DRAINED' });
    expect(await available('JUF')).toBe('100');
    expect(await holds(pooledAccount('REWARD_POOL_FREE'))).toBe('0.493150684931506848');
    expect((await call('stakingList')).stakingList.content).toEqual([]);
    await fundPool('0.000000000000000001');
    await stake('100', 30);
    expect(await holds(pooledAccount('REWARD_POOL_FREE'))).toBe('0');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('refuses an amount of zero, with too many digits, or none', async () => {
    const { member } = shared;
    const { call, send } = await member({ JUF: '100' });
    const periodId = await periodOf(call, 30);
    for (const amount of ['0', '0.0', '100.0000000000000000001', '-100', '1e3', '', 100])
      expect(await send('stakingPurchase', { body: { amount, periodId } })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });
});

describe('the list of stakes', () => {
  it('shows what has accrued by the second, newest first, and stops at maturity', async () => {
    const { member, provider, passDays } = shared;
    const { call, stake } = await member({ JUF: '1100' });
    const older = await stake('1000', 90);
    provider.time.advance(1_500);
    const newer = await stake('100', 30);
    provider.time.advance(1_499);
    const content = async () => (await call('stakingList')).stakingList.content;
    expect((await content()).map(({ id, accruedRoi }) => [id, accruedRoi])).toEqual([
      [newer.id, '0.000000190258751902'],
      [older.id, '0.000006278538812785'],
    ]);
    passDays(90);
    const matured = await content();
    expect(matured.map(({ accruedRoi, status }) => [accruedRoi, status])).toEqual([
      ['0.493150684931506849', 'MATURED'],
      ['24.410958904109589041', 'MATURED'],
    ]);
    passDays(400);
    expect(await content()).toEqual(matured);
  });

  it('finds the member’s own stakes by status, page by page', async () => {
    const { member, passDays, provider } = shared;
    const [mine, theirs] = [await member({ JUF: '1000' }), await member({ JUF: '100' })];
    await theirs.stake('100', 30);
    const stakes = [];
    for (const days of [30, 30, 90]) {
      stakes.push((await mine.stake('100', days)).id);
      provider.time.advance(1_000);
    }
    const [first, second, third] = stakes;
    passDays(31);
    await mine.call('withdrawCapital', { body: { stakingId: first } });
    const idsOf = async (query: Record<string, string>) => {
      const { stakingList } = await mine.call('stakingList', { query });
      return [stakingList.content.map(({ id }) => id), stakingList.totalPages];
    };
    expect(await idsOf({})).toEqual([[third, second, first], 1]);
    expect(await idsOf({ status: 'ACTIVE' })).toEqual([[third], 1]);
    expect(await idsOf({ status: 'MATURED' })).toEqual([[second], 1]);
    expect(await idsOf({ status: 'WITHDRAWN' })).toEqual([[first], 1]);
    expect(await idsOf({ page: '1', size: '2' })).toEqual([[third, second], 2]);
    expect(await idsOf({ page: '2', size: '2' })).toEqual([[first], 2]);
    expect(await idsOf({ page: '1000000', size: '100' })).toEqual([[], 1]);
    expect(await mine.send('stakingList', { query: { status: 'GONE' } })).toMatchObject({ status: 400 });
  });

  it('shows no stake twice when another is made between two pages', async () => {
    const { member, provider } = shared;
    const { signIn, stake } = await member({ JUF: '1000' });
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      ids.unshift((await stake('100', 30)).id);
      provider.time.advance(1_000);
    }
    const token = await signIn();
    const page = async (number: string) =>
      (await provider.call('stakingList', { token, query: { page: number, size: '2' } })).stakingList.content.map(({ id }) => id);
    const first = await page('1');
    await stake('100', 30);
    expect([...first, ...(await page('2'))]).toEqual(ids);
  });
});

describe('the current staking', () => {
  it('sums the stakes that aren’t withdrawn, and names the highest tier still running', async () => {
    const { member, passDays } = shared;
    const { call, stake } = await member({ JUF: '11100' });
    const high = await stake('10000', 30);
    await stake('1000', 90);
    await stake('100', 90);
    expect((await call('stakingInfo')).currentStaking).toMatchObject({ total: '11100', positions: 3, tier: 'Pro' });
    passDays(30);
    await call('claimRoi', { body: { stakingId: high.id } });
    expect((await call('stakingInfo')).currentStaking).toEqual({
      total: '11100',
      positions: 3,
      accruedRoi: '70.52054794520547945',
      claimedRoi: '61.643835616438356164',
      tier: 'Plus',
    });
    await call('withdrawCapital', { body: { stakingId: high.id } });
    expect((await call('stakingInfo')).currentStaking).toMatchObject({ total: '1100', positions: 2, claimedRoi: '0', tier: 'Plus' });
    passDays(60);
    expect((await call('stakingInfo')).currentStaking).toMatchObject({ total: '1100', positions: 2, tier: null });
  });
});
