import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { TokenFigure } from '../action/TokenFigure.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { useLocale } from '../root/island.ts';
import type { BonusesTexts } from './bonuses-texts.ts';

interface BonusClaimDialogProps {
  texts: Pick<BonusesTexts, 'claim' | 'action' | 'close'>;
}

/** Claims all bonuses: review, progress and outcome. */
export function BonusClaimDialog({ texts }: BonusClaimDialogProps): React.JSX.Element {
  const locale = useLocale();
  const { claim, action } = texts;
  const free = useFreeBalance('USDT');
  const units = (text: string): bigint => fromDecimalString(text, TOKEN_DECIMALS);
  const write = (text: string): string => formatAmount(units(text), TOKEN_DECIMALS, { locale });
  const usdt = (value: bigint | null, sign?: '+'): React.JSX.Element => <TokenFigure value={value} unit="USDT" {...(sign && { sign })} />;
  return (
    <ActionDialog
      id="claim-bonus-modal"
      title={claim.title}
      action={claimBonusAction}
      texts={texts}
      running={{ text: claim.running, show: claim.show }}
      subject={({ amount }) => interpolate(claim.subject, { amount: write(amount) })}
      review={(state) => (
        <ReviewSheet
          isWithoutForm
          state={state}
          texts={action}
          arrives={{ figure: usdt(units(state.order.amount)), note: claim.all }}
          lines={[
            { name: claim.from, value: claim.pool },
            { name: action.review.fee, value: action.review.noFee },
          ]}
          after={{
            name: interpolate(action.review.afterwards, { token: 'USDT' }),
            value: usdt(free === null ? null : free + units(state.order.amount)),
          }}
          act={interpolate(claim.act, { amount: write(state.order.amount) })}
          confirm={() => void claimBonusAction.confirm()}
          change={claimBonusAction.change}
        />
      )}
      done={({ claimed, transaction }) => (
        <Receipt
          text={claim.done}
          lines={[{ name: claim.received, value: usdt(units(claimed), '+') }]}
          balance={{ token: 'USDT', after: transaction.balanceAfter }}
          texts={action}
        />
      )}
    />
  );
}
