import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { type LiveFigures, liveFigures } from '../../lib/staking/live-positions.ts';
import { withdrawCapitalAction, type WithdrawOrder } from '../../stores/staking-actions.ts';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useLiveStaking } from './use-live-staking.ts';

/** Withdraws the capital of a matured position and its unclaimed returns. */
export function WithdrawDialog() {
  const { withdraw, dialog } = useTexts('staking');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const { state: held, atMs } = useLiveStaking();
  const free = useFreeBalance('JUF');
  const jufOf = (value: bigint | null) => <Figure value={value} unit="JUF" />;
  const subject = ({ amount }: WithdrawOrder): string => interpolate(withdraw.subject, { amount: formatAmount(amount, { locale }) });
  const figuresOf = ({ stakingId }: WithdrawOrder): LiveFigures | null => {
    const live = held.kind === 'ready' ? held.data.positions.find(({ position }) => position.id === stakingId) : undefined;
    return live ? liveFigures(live, atMs) : null;
  };
  return (
    <ActionFlow
      as="dialog"
      name="withdraw-capital"
      title={withdraw.title}
      action={withdrawCapitalAction}
      running={{ text: withdraw.running, show: dialog.show }}
      subject={subject}
      review={(order) => {
        const { amount: capital } = order;
        const returns = figuresOf(order)?.claimableBaseUnits ?? null;
        const arrives = returns === null ? null : capital + returns;
        return (
          <ReviewSheet
            isWithoutForm
            arrives={{ figure: jufOf(arrives), worth: { amount: arrives, token: 'JUF' }, note: withdraw.arrives }}
            lines={[
              { name: withdraw.capital, value: jufOf(capital) },
              { name: withdraw.returns, value: jufOf(returns) },
              { name: review.fee, value: review.noFee },
            ]}
            after={{ token: 'JUF', free, by: arrives }}
            act={interpolate(withdraw.act, { amount: formatAmount(arrives ?? capital, { locale, fractionDigits: 2 }) })}
          />
        );
      }}
      next={() => ({ text: next.withdrawn, act: 'toStaking' })}
      done={({ returned, roi, transaction }) => (
        <Receipt
          text={withdraw.done}
          lines={[
            { name: withdraw.capital, value: jufOf(returned) },
            { name: withdraw.returns, value: jufOf(roi) },
          ]}
          balance={transaction}
        />
      )}
    />
  );
}
