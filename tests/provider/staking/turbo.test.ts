import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { DAY_MS, openStaking, reserveAccount, startStaking, type Staker } from './open-staking.ts';

let shared: Awaited<ReturnType<typeof openStaking>>;
beforeAll(async () => {
  shared = await openStaking('1000000');
});
afterAll(async () => {
  expect(await shared.audit()).toMatchObject({ sound: true });
  await shared.stop();
});

const charge = ({ call }: Staker, stakingId: string, units: number) => call('turboCharge', { body: { stakingId, units } });
const refused = ({ send }: Staker, stakingId: string, units: number) => send('turboCharge', { body: { stakingId, units } });

describe('a turbo charge', () => {
  it('burns JU, raises the rate for 30 days from now, and reserves the extra return', async () => {
    const { member, holds, provider, passDays } = await startStaking();
    const staker = await member({ JUF: '1000', JU: '10' });
    const stake = await staker.stake('1000', 90);
    const plain = await holds(reserveAccount(stake.id));
    expect(plain).toBe('24.410958904109589041');
    passDays(10);
    const { staking, charge: made, transaction } = await charge(staker, stake.id, 3);
    const endsAt = new Date(provider.time.now.getTime() + 30 * DAY_MS).toISOString();
    expect(made).toMatchObject({ stakingId: stake.id, units: 3, paid: '1.5', boost: 300, endsAt, status: 'ACTIVE' });
    expect(staking).toMatchObject({ effectiveApr: 1_290, turboUnits: 3, turboEndsAt: endsAt, accruedRoi: '2.712328767123287671' });
    expect(transaction).toMatchObject({ kind: 'TURBO', walletType: 'JU', amount: '1.5', direction: 'OUT', balanceAfter: '8.5' });
    expect(await holds(pooledAccount('BURNED'), 'JU')).toBe('1.5');
    // 24.410958904109589041 + 1000 × 3 % × 30 ÷ 365, rounded down once.
    expect(await holds(reserveAccount(stake.id))).toBe('26.876712328767123287');
    passDays(30);
    const [later] = (await staker.call('stakingList')).stakingList.content;
    expect(later).toMatchObject({ effectiveApr: 990, turboUnits: 0, turboEndsAt: null, accruedRoi: '13.315068493150684931' });
    passDays(50);
    const { roi } = await staker.call('withdrawCapital', { body: { stakingId: stake.id } });
    expect(roi).toBe('26.876712328767123287');
    expect(await holds(reserveAccount(stake.id))).toBe('0');
  });

  it('costs per 100 JUF, rounded up, for each unit', async () => {
    const staker = await shared.member({ JUF: '1000', JU: '10' });
    const paidFor = async (amount: string, units: number) => (await charge(staker, (await staker.stake(amount, 90)).id, units)).charge.paid;
    expect(await paidFor('100', 1)).toBe('0.05');
    expect(await paidFor('100', 2)).toBe('0.1');
    expect(await paidFor('100.000000000000000001', 1)).toBe('0.1');
    expect(await paidFor('300', 2)).toBe('0.3');
  });

  it('is refused with TURBO_LIMIT beyond the tier’s units, which count while they are active', async () => {
    const { member, passDays } = shared;
    const staker = await member({ JUF: '100', JU: '10' });
    const { id } = await staker.stake('100', 90);
    expect(await refused(staker, id, 3)).toMatchObject({ status: 422, code: 'TURBO_LIMIT', detail: { active: 0, maximum: 2 } });
    expect(await refused(staker, id, Number.MAX_SAFE_INTEGER)).toMatchObject({ code: 'TURBO_LIMIT' });
    await charge(staker, id, 1);
    passDays(1);
    await charge(staker, id, 1);
    expect(await refused(staker, id, 1)).toMatchObject({ code: 'TURBO_LIMIT', detail: { active: 2, maximum: 2 } });
    passDays(29);
    expect((await charge(staker, id, 1)).staking).toMatchObject({ turboUnits: 2, effectiveApr: 1_100 });
    expect(await refused(staker, id, 1)).toMatchObject({ code: 'TURBO_LIMIT' });
  });

  it('is refused with TURBO_TOO_LATE when under 30 days are left, and not at 30', async () => {
    const { member, passDays, provider } = shared;
    const staker = await member({ JUF: '300', JU: '10' });
    const [inTime, late, ended] = [await staker.stake('100', 90), await staker.stake('100', 90), await staker.stake('100', 30)];
    passDays(60);
    const { charge: last } = await charge(staker, inTime.id, 2);
    expect(last.endsAt).toBe(inTime.maturesAt);
    provider.time.advance(1);
    expect(await refused(staker, late.id, 1)).toMatchObject({ status: 422, code: 'TURBO_TOO_LATE' });
    expect(await refused(staker, ended.id, 1)).toMatchObject({ code: 'TURBO_TOO_LATE' });
    await staker.call('withdrawCapital', { body: { stakingId: ended.id } });
    expect(await refused(staker, ended.id, 1)).toMatchObject({ code: 'TURBO_TOO_LATE' });
  });

  it('is refused with STAKING_UNKNOWN for a stake that is not there, or is somebody else’s', async () => {
    const [staker, other] = [await shared.member({ JU: '10' }), await shared.member({ JUF: '100' })];
    const theirs = await other.stake('100', 90);
    expect(await refused(staker, theirs.id, 1)).toMatchObject({ status: 422, code: 'STAKING_UNKNOWN' });
    expect(await refused(staker, v7(), 1)).toMatchObject({ status: 422, code: 'STAKING_UNKNOWN' });
    expect(await staker.available('JU')).toBe('10');
  });

  it('is refused with INSUFFICIENT_BALANCE without the JU, and with POOL_DRAINED without the return, and takes nothing', async () => {
    const { member, holds, fundPool, audit } = await startStaking('2.219178082191780821');
    const staker = await member({ JUF: '100', JU: '0.09' });
    const { id } = await staker.stake('100', 90);
    expect(await holds(pooledAccount('REWARD_POOL_FREE'))).toBe('0');
    expect(await refused(staker, id, 2)).toMatchObject({ code: 'INSUFFICIENT_BALANCE', detail: { walletType: 'JU', available: '0.09' } });
    expect(await refused(staker, id, 1)).toMatchObject({ status: 409, code: 'POOL_DRAINED' });
    expect(await staker.available('JU')).toBe('0.09');
    expect((await staker.call('stakingList')).stakingList.content[0]).toMatchObject({ turboUnits: 0, effectiveApr: 900 });
    expect((await staker.call('turboChargeList')).list.totalElements).toBe(0);
    await fundPool('1');
    await charge(staker, id, 1);
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('never burns more than was reviewed', async () => {
    const staker = await shared.member({ JUF: '100', JU: '10' });
    const { id } = await staker.stake('100', 90);
    const order = { stakingId: id, units: 2 };
    expect(await staker.send('turboCharge', { body: { ...order, maxPaid: '0.099999999999999999' } })).toMatchObject({
      status: 422,
      code: 'PRICE_MOVED',
      detail: { paid: '0.1' },
    });
    expect(await staker.available('JU')).toBe('10');
    expect((await staker.call('turboCharge', { body: { ...order, maxPaid: '0.1' } })).charge).toMatchObject({ paid: '0.1' });
  });

  it('is refused without a whole number of units', async () => {
    const staker = await shared.member();
    for (const units of [0, -1, 1.5, '1', null])
      expect(await staker.send('turboCharge', { body: { stakingId: v7(), units } })).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
  });
});

describe('the list of turbo charges', () => {
  it('shows each, newest first, of all stakes or of one, and when it has ended', async () => {
    const { member, passDays, provider } = shared;
    const [staker, other] = [await member({ JUF: '200', JU: '10' }), await member({ JUF: '100', JU: '10' })];
    await charge(other, (await other.stake('100', 90)).id, 1);
    const [one, two] = [await staker.stake('100', 90), await staker.stake('100', 90)];
    const first = (await charge(staker, one.id, 1)).charge;
    provider.time.advance(1_000);
    const second = (await charge(staker, two.id, 2)).charge;
    const listed = async (query: Record<string, string> = {}) => (await staker.call('turboChargeList', { query })).list;
    expect(await listed()).toEqual({ content: [second, first], totalElements: 2 });
    expect(await listed({ page: '2', size: '1' })).toEqual({ content: [first], totalElements: 2 });
    expect(await listed({ stakingId: one.id })).toEqual({ content: [first], totalElements: 1 });
    passDays(30);
    provider.time.advance(-1);
    expect((await listed()).content.map(({ status }) => status)).toEqual(['ACTIVE', 'ENDED']);
    const theirs = (await other.call('stakingList')).stakingList.content[0]?.id ?? '';
    expect(await staker.send('turboChargeList', { query: { stakingId: theirs } })).toMatchObject({ status: 422, code: 'STAKING_UNKNOWN' });
    expect(await staker.send('turboChargeList', { query: { stakingId: 'x' } })).toMatchObject({ status: 400 });
  });
});
