import { formatCount, pluralForm } from '../../lib/format-count.ts';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $juScoreInfo, claimPointsAction } from '../../stores/profile-score.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Points } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Says how a claim of today's points ended, and shows more only where something went wrong. */
export function ClaimPointsDialog() {
  const { claim, overview, points: unit } = useTexts('score');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const write = (value: number): string => formatCount(value, locale);
  const points = (value: number, sign?: '+') => <Points value={value} unit={unit} {...(sign && { sign })} />;
  return (
    <ActionFlow
      as="dialog"
      name="claim-points"
      title={claim.title}
      action={claimPointsAction}
      running={{ text: claim.running, show: claim.show }}
      toast={claim.done}
      subject={(order) => points(order.points)}
      review={(order) => (
        <ReviewSheet
          isWithoutForm
          arrives={{ figure: points(order.points), note: claim.daily }}
          lines={[{ name: review.fee, value: review.noFee }]}
          after={{ name: claim.after, value: info === undefined ? '–' : points(info.score + order.points) }}
          act={interpolate(pluralForm(claim.act, order.points, locale), { points: write(order.points) })}
        />
      )}
      next={({ nextClaimAt }) => ({ text: interpolate(next.dailyPoints, { date: formatDateTime(nextClaimAt, locale) }), act: 'toLevel' })}
      done={({ claimed, score, streak }) => (
        <Receipt
          text={claim.done}
          lines={[
            { name: claim.received, value: points(claimed, '+') },
            { name: overview.streak, value: formatDays(streak, locale) },
            { name: claim.after, value: points(score), kind: 'sum' },
          ]}
        />
      )}
    />
  );
}
