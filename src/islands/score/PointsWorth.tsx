import { formatAmount } from '../../lib/amount.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { pointsWorth } from '../../lib/worth.ts';
import { $juScoreInfo, $scoreLevels } from '../../stores/profile-score.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { Worth } from '../worth/Worth.tsx';

/** What points save in fees, and after how much sent they are paid back. */
export function PointsWorth({ points, cost }: { points: bigint; cost: bigint }): React.JSX.Element | null {
  const words = useTexts('score').buy.worth;
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const levels = useServerState($scoreLevels).data ?? [];
  if (info?.transferFeeRate === undefined || levels.length === 0) return null;
  const feeRate = info.transferFeeRate;
  const worth = pointsWorth({ score: info.score, points: Number(points), cost, feeRate, levels });
  const write = (value: bigint): string => formatAmount(value, { locale, fractionDigits: 2 });
  const whole = (value: number): string => formatCount(value, locale);
  if (worth.kind === 'SAVES_NOTHING') {
    const { next } = worth;
    const text = next === null ? words.highest : interpolate(words.nothing, { level: next.level, from: whole(next.from) });
    return <Worth text={text} formula={[interpolate(words.fee, { fee: formatRate(feeRate, locale) })]} />;
  }
  const { level, saved, sent, rates } = worth;
  return (
    <Worth
      text={interpolate(words.saves, {
        level,
        saved: write(saved),
        each: whole(1_000),
        sent: formatAmount(sent, { locale }),
      })}
      formula={[
        interpolate(words.formula, { before: formatRate(rates.before, locale), after: formatRate(rates.after, locale), cost: write(cost) }),
        interpolate(words.fee, { fee: formatRate(feeRate, locale) }),
      ]}
    />
  );
}
