import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Services } from '../../provider-services.ts';
import { readBoughtToday } from './read-bought-today.ts';
import { readScore, scoreLevel } from './read-score.ts';
import { readStreak } from './read-streak.ts';
import { startOfNextDay } from '../../utc-day.ts';

/** GET /sales/juScore/info. `streak` counts the consecutive days claimed up to today or yesterday. */
export async function readScoreInfo(
  { database, economy, termsNumber, clock }: Services,
  memberId: string,
): Promise<DataOf<(typeof contract)['juScoreInfo']>> {
  const now = clock();
  const { levels, pricePerPointUsdt, maxBoughtPerDay } = economy.score;
  const [score, streak, boughtToday] = await Promise.all([
    readScore(database, memberId, now),
    readStreak(database, economy, memberId, now),
    readBoughtToday(database, memberId, now),
  ]);
  const level = scoreLevel(economy, score);
  return {
    score: Number(score),
    level,
    nextLevelAt: levels[level]?.from ?? null,
    feeDiscount: levels[level - 1]?.feeDiscount ?? 0,
    claimable: streak.claimable,
    nextClaimAt: streak.claimable > 0 ? null : startOfNextDay(now).toISOString(),
    streak: streak.days,
    pricePerPoint: pricePerPointUsdt,
    walletType: 'USDT',
    boughtToday,
    dailyLimit: maxBoughtPerDay,
    transferFeeRate: economy.transfer.feeRate,
    terms: termsNumber,
  };
}
