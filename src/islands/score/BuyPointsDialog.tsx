import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { $juScoreInfo } from '../../stores/profile-score.ts';
import { buyPointsAction } from '../../stores/score-actions.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { ExactFigure } from '../action/ExactFigure.tsx';
import { TokenFigure } from '../action/TokenFigure.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { Points } from '../figures/Points.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Buys points: review, progress and outcome. */
export function BuyPointsDialog(): React.JSX.Element {
  const { buy: words, points: unit } = useTexts('score');
  const { review } = useTexts('action');
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const free = useFreeBalance('USDT');
  const units = (text: string): bigint => fromDecimalString(text, TOKEN_DECIMALS);
  const usdt = (value: bigint | null): React.JSX.Element => <TokenFigure value={value} unit="USDT" />;
  const points = (value: number, sign?: '+'): React.JSX.Element => <Points value={value} unit={unit} {...(sign && { sign })} />;
  return (
    <ActionFlow
      as="dialog"
      name="buy-points"
      title={words.dialog}
      action={buyPointsAction}
      running={{ text: words.running, show: words.show }}
      subject={(bought) => points(bought.points)}
      review={(order) => {
        const cost = info === undefined ? null : BigInt(order.points) * units(info.pricePerPoint);
        return (
          <ReviewSheet
            leaves={{ figure: <ExactFigure value={cost} unit="USDT" /> }}
            arrives={{ figure: points(order.points), note: words.atOnce }}
            lines={[
              { name: words.each, value: usdt(info === undefined ? null : units(info.pricePerPoint)) },
              { name: review.fee, value: review.noFee },
            ]}
            after={{
              name: interpolate(review.afterwards, { token: 'USDT' }),
              value: usdt(free === null || cost === null || free < cost ? null : free - cost),
            }}
            act={interpolate(words.act, { amount: cost === null ? '–' : formatAmount(cost, TOKEN_DECIMALS, { locale }) })}
            canConfirm={cost !== null}
            signs={order.signs}
          >
            <p className="note">{words.final}</p>
          </ReviewSheet>
        );
      }}
      done={({ score, paid, transaction }, bought) => (
        <Receipt
          text={words.done}
          lines={[
            { name: words.bought, value: points(bought.points, '+') },
            { name: words.cost, value: usdt(units(paid)) },
            { name: words.after, value: points(score) },
          ]}
          balance={{ token: 'USDT', after: transaction.balanceAfter }}
        />
      )}
    />
  );
}
