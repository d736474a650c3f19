import { expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { tierFor, tiersOf } from '../../../provider/modules/staking/purchase-stake.ts';
import { ONE, startStaking } from './open-staking.ts';

it('a stake shows on the dashboard, in the claims and in the power, until it is withdrawn', async () => {
  const { member, passDays } = await startStaking();
  const { call, stake } = await member({ JUF: '1500' });
  const { id: stakingId } = await stake('1000', 30);
  await stake('100', 90);
  const shown = async () => {
    const { totalStaked, portfolio, claimable } = await call('dashboardHome');
    const staked = portfolio?.parts.filter(({ kind }) => kind === 'STAKED').map(({ amount }) => amount);
    return { totalStaked, staked, claimable: claimable?.roi.claimable, power: (await call('juPowerInfo')).parts.staking };
  };
  // The power is 1,000 × 1.1 + 100 while both run.
  expect(await shown()).toEqual({ totalStaked: '1100', staked: ['1100'], claimable: '0', power: '1200' });
  passDays(10);
  const { claimed } = await call('claimRoi', { body: { stakingId } });
  expect(claimed).toBe('1.80821917808219178');
  expect((await shown()).claimable).toBe('0.246575342465753424');
  passDays(20);
  expect(await shown()).toMatchObject({ totalStaked: '1100', staked: ['1100'], power: '100' });
  await call('withdrawCapital', { body: { stakingId } });
  expect(await shown()).toEqual({ totalStaked: '100', staked: ['100'], claimable: '0.739726027397260273', power: '100' });
  passDays(60);
  expect(await shown()).toMatchObject({ staked: ['100'], power: '0' });
});

it('an amount reaches the same tier in whatever order the economy lists them', () => {
  const economy = { ...defaultEconomy, staking: { ...defaultEconomy.staking, tiers: defaultEconomy.staking.tiers.toReversed() } };
  expect(tiersOf(economy)).toEqual(tiersOf(defaultEconomy));
  expect([99n, 100n, 5_000n, 10_000n, 1_000_000n].map((amount) => tierFor(economy, amount * ONE)?.code)).toEqual([
    undefined,
    'BASE',
    'PLUS',
    'PRO',
    'PRIME',
  ]);
});
