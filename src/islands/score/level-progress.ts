import type { JuScoreInfo, ScoreLevel } from '../../stores/profile-score.ts';

/** Progress from the member's level to the next, in basis points; 10,000 on the highest level. */
export function levelProgress({ score, level, nextLevelAt }: JuScoreInfo, levels: readonly ScoreLevel[]): number {
  if (nextLevelAt === null) return 10_000;
  const from = levels.find((each) => each.level === level)?.from ?? 0;
  const range = nextLevelAt - from;
  return range <= 0 ? 0 : Math.min(10_000, Math.max(0, Math.floor(((score - from) * 10_000) / range)));
}
