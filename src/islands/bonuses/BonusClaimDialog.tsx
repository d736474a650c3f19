import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';

/** Claims all bonuses: review, progress and outcome. */
export function BonusClaimDialog() {
  const { claim } = useTexts('bonuses');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const free = useFreeBalance('USDT');
  const write = (amount: bigint): string => formatAmount(amount, { locale });
  const usdt = (value: bigint, sign?: '+') => <Figure value={value} unit="USDT" {...(sign && { sign })} />;
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
          arrives={{ figure: usdt(order.amount), note: claim.all }}
          lines={[
            { name: claim.from, value: claim.pool },
            { name: review.fee, value: review.noFee },
          ]}
          after={{ token: 'USDT', free, by: order.amount }}
          act={interpolate(claim.act, { amount: write(order.amount) })}
        />
      )}
      next={() => ({ text: next.available, act: 'toWallet' })}
      done={({ claimed, transaction }) => (
        <Receipt text={claim.done} lines={[{ name: claim.received, value: usdt(claimed, '+') }]} balance={transaction} />
      )}
    />
  );
}
