import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, startClub, treasury } from '../profile/open-club.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

const sound = { sound: true };
const buy = (points: number) => ({ body: { points } });

describe('points bought', () => {
  it('cost a cent each, which goes to the treasury', async () => {
    const club = await startClub();
    const member = await club.join('100');
    const bought = await member.call('juScorePurchase', buy(1_500));
    expect(bought).toMatchObject({
      score: 1_500,
      paid: '15',
      transaction: { kind: 'SCORE', amount: '15', direction: 'OUT', balanceAfter: '85' },
    });
    expect(await club.holds(treasury, 'USDT')).toBe('15');
    expect(await member.call('juScoreInfo')).toMatchObject({
      score: 1_500,
      level: 2,
      nextLevelAt: 2_000,
      feeDiscount: 1_000,
      boughtToday: 1_500,
      dailyLimit: 10_000,
      claimMax: 30,
      pricePerPoint: '0.01',
    });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('reach the levels that are listed, each with the discount that then holds', async () => {
    const club = await startClub();
    const member = await club.join('1000');
    const { levels } = await member.call('juScoreLevels');
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]);
    expect(levels.map(({ from }) => from)).toEqual([0, 1_000, 2_000, 3_000, 5_000]);
    for (const [points, level] of [
      [999, 1],
      [1, 2],
      [1_000, 3],
    ] as const) {
      await member.call('juScorePurchase', buy(points));
      const info = await member.call('juScoreInfo');
      expect(info).toMatchObject({ level, feeDiscount: levels[level - 1]?.feeDiscount, nextLevelAt: levels[level]?.from });
    }
  });

  it('are refused beyond the day’s limit, which ends with the UTC day', async () => {
    const club = await startClub();
    const member = await club.join('1000');
    await member.call('juScorePurchase', buy(9_999));
    expect(await member.send('juScorePurchase', buy(2))).toMatchObject({
      status: 422,
      code: 'DAILY_LIMIT',
      detail: { boughtToday: 9_999, dailyLimit: 10_000 },
    });
    await member.call('juScorePurchase', buy(1));
    club.provider.time.now = new Date('2026-11-21T23:59:59.999Z');
    expect(await member.send('juScorePurchase', buy(1))).toMatchObject({ status: 422, code: 'DAILY_LIMIT' });
    club.provider.time.advance(1);
    expect(await member.call('juScorePurchase', buy(10_000))).toMatchObject({ score: 20_000 });
    expect(await member.available('USDT')).toBe('800');
  });

  it('are refused to who cannot pay, whole, above zero and within any number', async () => {
    const club = await startClub();
    const member = await club.join('1');
    expect(await member.send('juScorePurchase', buy(101))).toMatchObject({ status: 422, code: 'INSUFFICIENT_BALANCE' });
    expect(await member.send('juScorePurchase', buy(Number.MAX_SAFE_INTEGER))).toMatchObject({ status: 422, code: 'DAILY_LIMIT' });
    for (const points of [0, -1, 1.5, '1']) {
      expect(await member.send('juScorePurchase', { body: { points } })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    }
    expect(await member.call('juScoreInfo')).toMatchObject({ score: 0, boughtToday: 0 });
    expect(await member.available('USDT')).toBe('1');
  });

  it('stay within the limit though bought by many at once', async () => {
    const club = await startClub();
    const member = await club.join('1000');
    const answers = await Promise.all(Array.from({ length: 30 }, () => member.send('juScorePurchase', buy(1_000))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'DAILY_LIMIT')).toHaveLength(20);
    expect(await member.call('juScoreInfo')).toMatchObject({ score: 10_000, boughtToday: 10_000 });
    expect(await member.available('USDT')).toBe('900');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('are bought once for one key, however often it is sent', async () => {
    const club = await startClub();
    const member = await club.join('100');
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => member.send('juScorePurchase', { ...buy(100), key })));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toHaveProperty('size', 1);
    expect(await member.available('USDT')).toBe('99');
  });
});

describe('the daily claim', () => {
  it('can be made once each UTC day, and says when the next one can', async () => {
    const club = await startClub();
    const member = await club.join();
    expect(await member.call('juScoreInfo')).toMatchObject({ claimable: 12, nextClaimAt: null, streak: 0 });
    expect(await member.call('juScoreClaim', { body: {} })).toEqual({
      claimed: 12,
      score: 12,
      streak: 1,
      nextClaimAt: '2026-11-22T00:00:00.000Z',
      receipt: { id: expect.any(String) as unknown, createdAt: club.provider.time.now.toISOString() },
    });
    expect(await member.send('juScoreClaim', { body: {} })).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    expect(await member.call('juScoreInfo')).toMatchObject({ claimable: 0, nextClaimAt: '2026-11-22T00:00:00.000Z', streak: 1 });
    club.provider.time.now = new Date('2026-11-22T00:00:00.000Z');
    expect(await member.call('juScoreClaim', { body: {} })).toMatchObject({ claimed: 14, score: 26, streak: 2 });
  });

  it('brings one claim to who asks many times at once', async () => {
    const club = await startClub();
    const member = await club.join();
    const answers = await Promise.all(Array.from({ length: 25 }, () => member.send('juScoreClaim', { body: {} })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'NOTHING_TO_CLAIM')).toHaveLength(24);
    expect(await member.call('juScoreInfo')).toMatchObject({ score: 12 });
  });

  it('brings 10 and 2 for each day in a row, 30 at most, and restarts after a missed day', async () => {
    const club = await startClub();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ hours: fc.integer({ min: 0, max: 60 }), claims: fc.boolean() }), { maxLength: 25 }),
        async (steps) => {
          const member = await club.join();
          let [score, streak, claimedOn] = [0, 0, -10];
          for (const { hours, claims } of steps) {
            club.provider.time.advance(hours * 3_600_000);
            if (!claims) continue;
            const today = Math.floor(club.provider.time.now.getTime() / DAY_MS);
            const answer = await member.send('juScoreClaim', { body: {} });
            if (claimedOn === today) {
              expect(answer).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
              continue;
            }
            streak = claimedOn === today - 1 ? streak + 1 : 1;
            claimedOn = today;
            score += Math.min(30, 10 + 2 * streak);
            expect(answer.data).toMatchObject({ score, streak });
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('the history of points', () => {
  it('shows newest first, and no entry twice or never though new ones come while somebody pages', async () => {
    const club = await startClub();
    const member = await club.join('100');
    for (let points = 1; points <= 5; points += 1) await member.call('juScorePurchase', buy(points));
    await member.call('juScoreClaim', { body: {} });
    const all = await member.call('juScoreHistory');
    expect(all.list.content.map(({ kind, points, balanceAfter }) => [kind, points, balanceAfter])).toEqual([
      ['CLAIM', 12, 27],
      ['PURCHASE', 5, 15],
      ['PURCHASE', 4, 10],
      ['PURCHASE', 3, 6],
      ['PURCHASE', 2, 3],
      ['PURCHASE', 1, 1],
    ]);
    const page = async (number: string) =>
      (await club.provider.call('juScoreHistory', { token: member.token, query: { page: number, size: '2' } })).list;
    const first = await page('1');
    await member.call('juScorePurchase', buy(7));
    const pages = [first, await page('2'), await page('3')];
    expect(first.totalPages).toBe(3);
    expect(pages.flatMap(({ content }) => content.map(({ points }) => points))).toEqual([12, 5, 4, 3, 2, 1]);
  });

  it('cannot be changed', async () => {
    const club = await startClub();
    const member = await club.join();
    await member.call('juScoreClaim', { body: {} });
    for (const change of ['update score_entry set points = 99', 'delete from score_claim'])
      await expect(onServer(asServerRole(club.provider.databaseUrl), (client) => client.query(change))).rejects.toMatchObject({
        code: '42501',
      });
  });
});
