import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $juScoreInfo, buyPointsAction } from '../../stores/profile-score.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { Figure, Points } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Buys points: review, progress and outcome. */
export function BuyPointsDialog() {
  const { buy: words, points: unit } = useTexts('score');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const free = useFreeBalance('USDT');
  const usdt = (value: bigint | null) => <Figure value={value} unit="USDT" />;
  const points = (value: number, sign?: '+') => <Points value={value} unit={unit} {...(sign && { sign })} />;
  return (
    <ActionFlow
      as="dialog"
      name="buy-points"
      title={words.dialog}
      action={buyPointsAction}
      running={{ text: words.running, show: words.show }}
      subject={(bought) => points(bought.points)}
      review={(order) => {
        const cost = info === undefined ? null : BigInt(order.points) * info.pricePerPoint;
        return (
          <ReviewSheet
            leaves={{ figure: <Figure isExact value={cost} unit="USDT" /> }}
            arrives={{ figure: points(order.points), note: words.atOnce }}
            lines={[
              { name: words.each, value: usdt(info?.pricePerPoint ?? null) },
              { name: review.fee, value: review.noFee },
            ]}
            after={{ token: 'USDT', free, by: cost === null ? null : -cost }}
            act={interpolate(words.act, { amount: cost === null ? '–' : formatAmount(cost, { locale }) })}
            canConfirm={cost !== null}
            signs={order.signs}
          >
            <p className="note">{words.final}</p>
          </ReviewSheet>
        );
      }}
      next={() => ({ text: next.points, act: 'toLevel' })}
      done={({ score, paid, transaction }, bought) => (
        <Receipt
          text={words.done}
          lines={[
            { name: words.bought, value: points(bought.points, '+') },
            { name: words.cost, value: usdt(paid) },
            { name: words.after, value: points(score) },
          ]}
          balance={transaction}
        />
      )}
    />
  );
}
