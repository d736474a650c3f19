import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { TokenFigure } from '../action/TokenFigure.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { useLocale, useTexts } from '../root/island.ts';

/** Claims all bonuses: review, progress and outcome. */
export function BonusClaimDialog(): React.JSX.Element {
  const { claim } = useTexts('bonuses');
  const { review } = useTexts('action');
  const locale = useLocale();
  const free = useFreeBalance('USDT');
  const units = (text: string): bigint => fromDecimalString(text, TOKEN_DECIMALS);
  const write = (text: string): string => formatAmount(units(text), TOKEN_DECIMALS, { locale });
  const usdt = (value: bigint | null, sign?: '+'): React.JSX.Element => <TokenFigure value={value} unit="USDT" {...(sign && { sign })} />;
  return (
    <ActionFlow
      as="dialog"
      name="claim-bonus"
      title={claim.title}
      action={claimBonusAction}
      running={{ text: claim.running, show: claim.show }}
      subject={({ amount }) => interpolate(claim.subject, { amount: write(amount) })}
      review={(order) => (
        <ReviewSheet
          isWithoutForm
          arrives={{ figure: usdt(units(order.amount)), note: claim.all }}
          lines={[
            { name: claim.from, value: claim.pool },
            { name: review.fee, value: review.noFee },
          ]}
          after={{
            name: interpolate(review.afterwards, { token: 'USDT' }),
            value: usdt(free === null ? null : free + units(order.amount)),
          }}
          act={interpolate(claim.act, { amount: write(order.amount) })}
        />
      )}
      done={({ claimed, transaction }) => (
        <Receipt
          text={claim.done}
          lines={[{ name: claim.received, value: usdt(units(claimed), '+') }]}
          balance={{ token: 'USDT', after: transaction.balanceAfter }}
        />
      )}
    />
  );
}
