import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { memberAccount } from '../../../provider/ledger/account.ts';
import { readPower } from '../../../provider/modules/power/read-power.ts';
import { grantRole } from '../roles/grant-role.ts';
import { operate } from '../operate.ts';
import { boughtRole } from '../roles/bought-role.ts';
import { type Buyer, DAY_MS, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

async function addPoints({ provider }: Treasury, memberId: string, points: number, kind = 'PURCHASE'): Promise<void> {
  await provider.pool.query(
    `insert into score_entry (id, member_id, kind, points, balance_after, created_at)
     select $1, $2, $5, $3::bigint, $3::bigint + coalesce((select sum(points) from score_entry where member_id = $2), 0), $4`,
    [v7(), memberId, points, provider.time.now, kind],
  );
}

async function stake({ give }: Treasury, { id, call }: Buyer, amount: string, days: number): Promise<void> {
  await give(memberAccount('AVAILABLE', id), 'JUF', amount);
  const { periodList } = await call('stakingInfo');
  await call('stakingPurchase', { body: { amount, periodId: periodList.find((period) => period.days === days)?.id }, key: randomUUID() });
}

describe('JU power', () => {
  it('of a new member is zero, without a rank', async () => {
    const { buyer } = await startTreasury();
    const { call } = await buyer('0');
    expect(await call('juPowerInfo')).toEqual({
      power: '0',
      rank: null,
      parts: { treasury: '0', staking: '0', role: '0', score: '0' },
      history: [{ day: '2026-11-21', power: '0' }],
    });
  });

  it('adds unclaimed JUF by its package, stakes by their tier, the bought role’s rank and bought points up to ten thousand', async () => {
    const treasury = await startTreasury();
    const { buyer, pass, give } = treasury;
    await give({ kind: 'REWARD_POOL_FREE', ownerId: '00000000-0000-0000-0000-000000000000' }, 'JUF', '10000');
    const member = await buyer();
    await member.buy();
    await member.buy({ pack: 'GROWTH', amount: '97' });
    await member.buy({ pack: 'RIDGE', amount: '90' });
    await stake(treasury, member, '1000', 30);
    await boughtRole(treasury.provider, member.id, 'SILVER');
    await addPoints(treasury, member.id, 4_500_000);
    const read = async () => (await member.call('juPowerInfo')).parts;
    expect(await read()).toEqual({ treasury: '840', staking: '1100', role: '10', score: '9000' });
    await addPoints(treasury, member.id, 500_500);
    pass(15 * DAY_MS);
    await member.call('claimJuf', { body: {} });
    // 100 of SEED, 33.33… of GROWTH at 1.2, 8.33… of RIDGE at 2 are gone.
    expect(await read()).toEqual({ treasury: '683.333333333333333334', staking: '1100', role: '10', score: '10000' });
    pass(15 * DAY_MS);
    expect((await read()).staking).toBe('0');
    expect((await member.call('juPowerInfo')).power).toBe('10693.333333333333333334');
  });

  it('takes no account of roles and points that cost nothing, in however many accounts they are', async () => {
    const treasury = await startTreasury();
    const { provider, buyer } = treasury;
    const { id, call } = await buyer('0');
    await operate(provider, (tx) => grantRole(tx, id, 'DIAMOND', provider.time.now));
    for (const kind of ['CLAIM', 'PRIVILEGE', 'CODE']) await addPoints(treasury, id, 10_000, kind);
    expect((await call('juPowerInfo')).power).toBe('0');
    await addPoints(treasury, id, 10_000, 'PURCHASE');
    expect((await call('juPowerInfo')).parts).toEqual({ treasury: '0', staking: '0', role: '0', score: '20' });
  });

  it('ranks members by their power; equal members share a rank, and members without power have none', async () => {
    const treasury = await startTreasury();
    const members = await Promise.all(Array.from({ length: 4 }, () => treasury.buyer()));
    const [first, second, third, none] = members;
    await first?.buy({ amount: '200' });
    await second?.buy();
    await third?.buy();
    const ranks: (number | null | undefined)[] = [];
    for (const member of [first, second, third, none]) ranks.push((await member?.call('juPowerInfo'))?.rank);
    expect(ranks).toEqual([1, 2, 2, null]);
    await addPoints(treasury, none?.id ?? '', 1);
    expect((await none?.call('juPowerInfo'))?.rank).toBe(4);
    await third?.buy({ amount: '10' });
    expect((await second?.call('juPowerInfo'))?.rank).toBe(3);
  });

  it('has a daily history that later actions and later calls don’t change', async () => {
    const treasury = await startTreasury();
    const { buyer, pass } = treasury;
    const member = await buyer();
    await member.buy({ pack: 'RIDGE', amount: '90' });
    pass(2 * DAY_MS);
    await boughtRole(treasury.provider, member.id, 'SILVER');
    await member.call('claimJuf', { body: {} });
    const before = (await member.call('juPowerInfo')).history;
    expect(before).toEqual([
      { day: '2026-11-21', power: '400' },
      { day: '2026-11-22', power: '400' },
      // A 180th of 200 JUF was claimed, at 2 each.
      { day: '2026-11-23', power: '407.777777777777777778' },
    ]);
    pass(40 * DAY_MS);
    await member.call('claimJuf', { body: {} });
    await addPoints(treasury, member.id, 50);
    const after = (await member.call('juPowerInfo')).history;
    expect(after).toHaveLength(43);
    expect(after.slice(0, 3)).toEqual(before);
    expect(after.at(-2)?.power).toBe('407.777777777777777778');
    pass(100 * DAY_MS);
    expect((await member.call('juPowerInfo')).history).toHaveLength(90);
  });

  it('at a past moment is what it was then, so a vote weighs the same whenever it is cast', { tags: 'full' }, async () => {
    const treasury = await startTreasury();
    const { buyer, pass, database, provider } = treasury;
    const member = await buyer();
    await member.buy();
    pass(15 * DAY_MS);
    const moment = provider.time.now;
    const then = await readPower(database, member.id, moment);
    expect(then.total).toBe(200n * 10n ** 18n);
    pass(1);
    await member.call('claimJuf', { body: {} });
    await member.buy();
    await boughtRole(provider, member.id, 'DIAMOND');
    expect(await readPower(database, member.id, moment)).toEqual(then);
  });
});
