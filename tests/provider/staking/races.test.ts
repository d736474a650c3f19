import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import type { Answer } from '../start-provider.ts';
import { DAY_MS, periodOf, reserveAccount, sendAtOnce, startStaking } from './open-staking.ts';

const WHOLE = '0.493150684931506849';

type Calling = Parameters<typeof sendAtOnce>[0][number];

function times(count: number, make: (index: number) => Calling): Calling[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function codesOf(answers: readonly Answer[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const { code } of answers) codes[String(code)] = (codes[String(code)] ?? 0) + 1;
  return codes;
}

it('many claims at once pay the return once', async () => {
  const { member, passDays, audit } = await startStaking();
  const staker = await member({ JUF: '200' });
  const { stake, available } = staker;
  const { id: stakingId } = await stake('100', 30);
  await stake('100', 30);
  passDays(10);
  const all = codesOf(await sendAtOnce(times(16, () => ({ staker, name: 'claimRoi', input: { body: {} } }))));
  expect(all).toEqual({ 0: 1, NOTHING_TO_CLAIM: 15 });
  expect(await available('JUF')).toBe('0.328767123287671232');
  passDays(10);
  const mixed = codesOf(
    await sendAtOnce(times(16, (index) => ({ staker, name: 'claimRoi', input: { body: index % 2 === 0 ? {} : { stakingId } } }))),
  );
  expect((mixed['0'] ?? 0) + (mixed.NOTHING_TO_CLAIM ?? 0)).toBe(16);
  expect(await available('JUF')).toBe('0.657534246575342464');
  expect(await audit()).toMatchObject({ sound: true });
});

it('claims against withdrawals pay the return once and the capital once', async () => {
  const { member, passDays, holds, audit } = await startStaking();
  const staker = await member({ JUF: '100' });
  const { stake, available } = staker;
  const { id: stakingId } = await stake('100', 30);
  passDays(30);
  const withdrawal = { staker, name: 'withdrawCapital', input: { body: { stakingId } } } as const;
  const answers = await sendAtOnce(
    times(16, (index) => (index % 2 === 0 ? withdrawal : { staker, name: 'claimRoi', input: { body: {} } })),
  );
  const withdrawals = codesOf(answers.filter((_, index) => index % 2 === 0));
  expect(withdrawals).toEqual({ 0: 1, ALREADY_WITHDRAWN: 7 });
  expect(await available('JUF')).toBe(`100${WHOLE.slice(1)}`);
  expect(await holds(reserveAccount(stakingId))).toBe('0');
  expect(await audit()).toMatchObject({ sound: true });
});

it('a pool that many stakes drain at once covers every one that was taken, and no base unit more', async () => {
  const room = 5n;
  const { member, audit, holds } = await startStaking(toDecimalString(fromDecimalString(WHOLE, 18) * room + 7n, 18));
  const members = await Promise.all(Array.from({ length: 12 }, () => member({ JUF: '100' })));
  const [first] = members;
  if (first === undefined) throw new Error('nobody is there');
  const body = { amount: '100', periodId: await periodOf(first.call, 30) };
  const answers = await sendAtOnce(members.map((staker) => ({ staker, name: 'stakingPurchase', input: { body } })));
  expect(codesOf(answers)).toEqual({ 0: Number(room), POOL_DRAINED: 12 - Number(room) });
  expect(await holds(pooledAccount('REWARD_POOL_FREE'))).toBe('0.000000000000000007');
  expect((await first.call('stakingInfo')).rewardPool.reserved).toBe(toDecimalString(fromDecimalString(WHOLE, 18) * room, 18));
  for (const [index, { available }] of members.entries()) expect(await available('JUF')).toBe(answers[index]?.code === 0 ? '0' : '100');
  expect(await audit()).toMatchObject({ sound: true });
});

it('one balance that many stakes are paid from at once is never overdrawn', async () => {
  const { member, audit } = await startStaking();
  const staker = await member({ JUF: '350' });
  const { call, available } = staker;
  const body = { amount: '100', periodId: await periodOf(call, 30) };
  const answers = await sendAtOnce(times(12, () => ({ staker, name: 'stakingPurchase', input: { body } })));
  expect(codesOf(answers)).toEqual({ 0: 3, INSUFFICIENT_BALANCE: 9 });
  expect(await available('JUF')).toBe('50');
  expect(await audit()).toMatchObject({ sound: true });
});

it('concurrent charges stay within the limit, and concurrent claims within the reserve', async () => {
  const { member, audit, passDays } = await startStaking();
  const staker = await member({ JUF: '1000', JU: '100' });
  const { call, stake, available } = staker;
  const { id: stakingId } = await stake('1000', 90);
  passDays(1);
  const charge = { staker, name: 'turboCharge', input: { body: { stakingId, units: 1 } } } as const;
  const answers = await sendAtOnce(times(16, (index) => (index % 4 === 0 ? { staker, name: 'claimRoi', input: { body: {} } } : charge)));
  const charges = codesOf(answers.filter((_, index) => index % 4 !== 0));
  expect(charges).toEqual({ 0: 4, TURBO_LIMIT: 8 });
  expect(await available('JU')).toBe('98');
  expect((await call('stakingList')).stakingList.content[0]).toMatchObject({ turboUnits: 4, effectiveApr: 1_390 });
  expect(await audit()).toMatchObject({ sound: true });
});

it('the same key many times at once stakes once', async () => {
  const { member, audit, provider } = await startStaking();
  const staker = await member({ JUF: '1000' });
  const { call, send, available } = staker;
  const input = { body: { amount: '100', periodId: await periodOf(call, 30) }, key: randomUUID() };
  const answers = await sendAtOnce(times(20, () => ({ staker, name: 'stakingPurchase', input })));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(codesOf(answers)).toEqual({ 0: 20 });
  expect(await available('JUF')).toBe('900');
  provider.time.advance(DAY_MS - 1);
  expect((await send('stakingPurchase', input)).data).toEqual(answers[0]?.data);
  expect(await available('JUF')).toBe('900');
  expect(await audit()).toMatchObject({ sound: true });
});
