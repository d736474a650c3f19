import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { openStaking, periodOf, reserveAccount, stakedAccount, startStaking } from './open-staking.ts';

let shared: Awaited<ReturnType<typeof openStaking>>;
beforeAll(async () => {
  shared = await openStaking('1000000');
});
afterAll(async () => {
  expect(await shared.audit()).toMatchObject({ sound: true });
  await shared.stop();
});

describe('claiming the return', () => {
  it('pays the accrued return of one stake, from its reserve', async () => {
    const { member, holds, passDays, provider } = shared;
    const { call, stake, available } = await member({ JUF: '200' });
    const [one, other] = [await stake('100', 30), await stake('100', 30)];
    passDays(10);
    provider.time.advance(999);
    const { claimed, transaction } = await call('claimRoi', { body: { stakingId: one.id } });
    expect(claimed).toBe('0.164383561643835616');
    expect(transaction).toMatchObject({ kind: 'ROI', walletType: 'JUF', amount: claimed, direction: 'IN', balanceAfter: claimed });
    expect(await available('JUF')).toBe(claimed);
    expect(await holds(reserveAccount(one.id))).toBe('0.328767123287671233');
    expect(await holds(reserveAccount(other.id))).toBe('0.493150684931506849');
    expect((await call('stakingList')).stakingList.content.map(({ claimedRoi }) => claimedRoi).toSorted()).toEqual(['0', claimed]);
  });

  it('pays that of all stakes in one transaction when none is named', async () => {
    const { member, passDays } = shared;
    const { call, stake, available } = await member({ JUF: '300' });
    await stake('100', 30);
    await stake('200', 90);
    passDays(10);
    const { claimed, transaction } = await call('claimRoi', { body: {} });
    // 0.164383561643835616 + 0.493150684931506849
    expect(claimed).toBe('0.657534246575342465');
    expect(transaction.amount).toBe(claimed);
    expect(await available('JUF')).toBe(claimed);
  });

  it('is refused with NOTHING_TO_CLAIM before the first second, twice in one, after the last, and without a stake', async () => {
    const { member, passDays, provider } = shared;
    const [{ call, send, stake }, idle] = [await member({ JUF: '100' }), await member()];
    const { id: stakingId } = await stake('100', 30);
    const nothing = { status: 422, code: 'NOTHING_TO_CLAIM' };
    provider.time.advance(999);
    expect(await send('claimRoi', { body: { stakingId } })).toMatchObject(nothing);
    expect(await send('claimRoi', { body: {} })).toMatchObject(nothing);
    provider.time.advance(1);
    await call('claimRoi', { body: {} });
    expect(await send('claimRoi', { body: {} })).toMatchObject(nothing);
    passDays(40);
    await call('claimRoi', { body: { stakingId } });
    passDays(1);
    expect(await send('claimRoi', { body: { stakingId } })).toMatchObject(nothing);
    await call('withdrawCapital', { body: { stakingId } });
    expect(await send('claimRoi', { body: { stakingId } })).toMatchObject(nothing);
    expect(await idle.send('claimRoi', { body: {} })).toMatchObject(nothing);
  });

  it('is refused with STAKING_UNKNOWN for a stake that is not there, or is somebody else’s', async () => {
    const [mine, theirs] = [await shared.member(), await shared.member({ JUF: '100' })];
    const { id: stakingId } = await theirs.stake('100', 30);
    shared.passDays(1);
    expect(await mine.send('claimRoi', { body: { stakingId } })).toMatchObject({ status: 422, code: 'STAKING_UNKNOWN' });
    expect(await mine.send('claimRoi', { body: { stakingId: v7() } })).toMatchObject({ status: 422, code: 'STAKING_UNKNOWN' });
    expect(await mine.available('JUF')).toBe('0');
  });

  it('pays however empty the pool has become', async () => {
    const { member, passDays, holds } = await startStaking('0.493150684931506849');
    const { call, stake, available } = await member({ JUF: '100' });
    const { id: stakingId } = await stake('100', 30);
    expect(await holds(pooledAccount('REWARD_POOL_FREE'))).toBe('0');
    passDays(15);
    await call('claimRoi', { body: {} });
    passDays(15);
    await call('withdrawCapital', { body: { stakingId } });
    expect(await available('JUF')).toBe('100.493150684931506849');
  });
});

describe('withdrawing the capital', () => {
  it('gives back the stake and the return that is left, and leaves nothing behind', async () => {
    const { member, passDays, holds } = shared;
    const { call, stake, available } = await member({ JUF: '100' });
    const { id: stakingId } = await stake('100', 30);
    passDays(10);
    await call('claimRoi', { body: { stakingId } });
    passDays(25);
    const { staking, returned, roi, transaction } = await call('withdrawCapital', { body: { stakingId } });
    expect([returned, roi]).toEqual(['100', '0.328767123287671233']);
    expect(staking).toMatchObject({
      id: stakingId,
      status: 'WITHDRAWN',
      accruedRoi: '0.493150684931506849',
      claimedRoi: '0.493150684931506849',
    });
    expect(transaction).toMatchObject({
      kind: 'CAPITAL',
      walletType: 'JUF',
      amount: '100',
      direction: 'IN',
      balanceAfter: '100.493150684931506849',
    });
    expect(await available('JUF')).toBe('100.493150684931506849');
    expect(await holds(stakedAccount(stakingId))).toBe('0');
    expect(await holds(reserveAccount(stakingId))).toBe('0');
  });

  it('records the return separately from the capital, so that the rows of each kind add up', async () => {
    const { member, passDays } = shared;
    const { call, stake } = await member({ JUF: '100' });
    const { id: stakingId } = await stake('100', 30);
    passDays(30);
    await call('withdrawCapital', { body: { stakingId } });
    const { activity } = await call('dashboardHome');
    expect(activity?.map(({ kind, amount, direction }) => [kind, amount, direction])).toEqual([
      ['CAPITAL', '100', 'IN'],
      ['ROI', '0.493150684931506849', 'IN'],
      ['STAKE', '100', 'OUT'],
      ['ADJUSTMENT', '100', 'IN'],
    ]);
  });

  it('returns only the capital if the whole return was claimed before', async () => {
    const { call, stake } = await shared.member({ JUF: '100' });
    const { id: stakingId } = await stake('100', 30);
    shared.passDays(30);
    await call('claimRoi', { body: {} });
    expect(await call('withdrawCapital', { body: { stakingId } })).toMatchObject({ returned: '100', roi: '0' });
  });

  it('is refused with NOT_MATURED until the last millisecond, with ALREADY_WITHDRAWN after it was paid, and with STAKING_UNKNOWN for any other stake', async () => {
    const { member, passDays, provider } = shared;
    const [mine, theirs] = [await member({ JUF: '100' }), await member()];
    const { id: stakingId, maturesAt } = await mine.stake('100', 30);
    const withdraw = { body: { stakingId } };
    passDays(30);
    provider.time.advance(-1);
    expect(await mine.send('withdrawCapital', withdraw)).toMatchObject({ status: 422, code: 'NOT_MATURED', detail: { maturesAt } });
    provider.time.advance(1);
    expect(await theirs.send('withdrawCapital', withdraw)).toMatchObject({ status: 422, code: 'STAKING_UNKNOWN' });
    await mine.call('withdrawCapital', withdraw);
    expect(await mine.send('withdrawCapital', withdraw)).toMatchObject({ status: 422, code: 'ALREADY_WITHDRAWN' });
    expect(await mine.send('withdrawCapital', { body: { stakingId: v7() } })).toMatchObject({ code: 'STAKING_UNKNOWN' });
    expect(await mine.available('JUF')).toBe('100.493150684931506849');
  });
});

describe('a process whose clock is a little behind', () => {
  it('pays nothing a second time, and shows nothing taken back', async () => {
    const { member, passDays, provider } = shared;
    const { call, send, stake } = await member({ JUF: '100' });
    const { id: stakingId } = await stake('100', 30);
    passDays(1);
    const { claimed } = await call('claimRoi', { body: {} });
    provider.time.advance(-5_000);
    expect(await send('claimRoi', { body: { stakingId } })).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
    expect((await call('stakingList')).stakingList.content[0]).toMatchObject({ accruedRoi: claimed, claimedRoi: claimed });
    expect((await call('stakingInfo')).currentStaking).toMatchObject({ accruedRoi: claimed, claimedRoi: claimed });
  });

  it('charges a stake from its beginning, not before it', async () => {
    const { member, provider } = shared;
    const { call, stake } = await member({ JUF: '100', JU: '1' });
    const { id: stakingId, startedAt } = await stake('100', 90);
    provider.time.advance(-5_000);
    const { charge } = await call('turboCharge', { body: { stakingId, units: 1 } });
    expect(charge).toMatchObject({ startedAt, status: 'ACTIVE' });
    provider.time.advance(5_000);
  });
});

describe('a call repeated with its key', () => {
  it('gives the first answer again and moves nothing', async () => {
    const { member, passDays, provider } = shared;
    const { call, stake, available } = await member({ JUF: '1000', JU: '1' });
    const periodId = await periodOf(call, 30);
    const { id: stakingId } = await stake('100', 90);
    const twice = async (name: 'stakingPurchase' | 'turboCharge' | 'claimRoi' | 'withdrawCapital', body: object) => {
      const key = randomUUID();
      const first = await call(name, { body, key });
      provider.time.advance(60_000);
      expect(await call(name, { body, key })).toEqual(first);
    };
    await twice('stakingPurchase', { amount: '300', periodId });
    expect(await available('JUF')).toBe('600');
    await twice('turboCharge', { stakingId, units: 1 });
    expect(await available('JU')).toBe('0.95');
    passDays(40);
    await twice('claimRoi', {});
    passDays(60);
    await twice('withdrawCapital', { stakingId });
    const { activity } = await call('dashboardHome');
    const kinds = activity?.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['ADJUSTMENT', 'ADJUSTMENT', 'CAPITAL', 'ROI', 'ROI', 'STAKE', 'STAKE', 'TURBO']);
  });

  it('repeats a refusal too, though it would be granted by now', async () => {
    const { member, fundPool } = await startStaking('0');
    const { call, send, available } = await member({ JUF: '100' });
    const input = { body: { amount: '100', periodId: await periodOf(call, 30) }, key: randomUUID() };
    expect(await send('stakingPurchase', input)).toMatchObject({ status: 409, code: 'POOL_DRAINED' });
    await fundPool('1');
    expect(await send('stakingPurchase', input)).toMatchObject({ status: 409, code: 'POOL_DRAINED' });
    expect(await available('JUF')).toBe('100');
    await call('stakingPurchase', { body: input.body });
    expect(await send('stakingPurchase', { ...input, body: { ...input.body, amount: '101' } })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it.each(['stakingPurchase', 'turboCharge', 'claimRoi', 'withdrawCapital'] as const)('%s needs a key', async (name) => {
    const { send, call } = await shared.member();
    const body = {
      stakingPurchase: { amount: '1', periodId: await periodOf(call, 30) },
      turboCharge: { stakingId: v7(), units: 1 },
      claimRoi: {},
      withdrawCapital: { stakingId: v7() },
    }[name];
    expect(await send(name, { body, key: 'none' })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });
});
