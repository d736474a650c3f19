import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { turboChargeAction, type TurboOrder } from '../../stores/position-actions.ts';
import { formatDate } from '../figures/format-time.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { TurboReview } from './TurboReview.tsx';

/** Burns JU for a higher rate. Shows what it adds and what it costs, in one unit, before anything is paid. */
export function TurboDialog(): React.JSX.Element {
  const { turbo, dialog } = useTexts('staking');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const subject = ({ units, amount }: TurboOrder): string =>
    interpolate(turbo.subject, {
      units,
      amount: formatAmount(amount, { locale }),
    });
  return (
    <ActionFlow
      as="dialog"
      name="turbo-charge"
      title={turbo.title}
      action={turboChargeAction}
      running={{ text: turbo.running, show: dialog.show }}
      subject={subject}
      review={(order) => <TurboReview order={order} />}
      next={({ charge }) => ({ text: interpolate(next.boosted, { date: formatDate(charge.endsAt, locale) }), act: 'toStakes' })}
      done={({ charge, transaction }) => (
        <Receipt
          text={turbo.done}
          lines={[
            {
              name: turbo.burned,
              value: <Figure isExact value={charge.paid} unit="JU" sign="−" />,
            },
            { name: turbo.endsOn, value: formatDate(charge.endsAt, locale) },
          ]}
          balance={{ token: 'JU', after: transaction.balanceAfter }}
        />
      )}
    />
  );
}
